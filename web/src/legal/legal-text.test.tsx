import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { visit } from '../../test/stubbed-bank.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { TermsPage } from './terms-page.tsx'

vi.mock('../public-config.ts', () => ({ publicConfig: { bankName: 'Truepenny', ageMin: 18 } }))

// The hash is that of the text which is in force since the day: who changes the text changes the day, then both here.
test.each([
  ['/terms', TermsPage, 'November 29, 2026', 'e6263ee41385e3d7'],
  ['/privacy', PrivacyPage, 'November 29, 2026', 'cd22662606eac3f5'],
])('the text of %s is in force since the day of its last change', (address, Page, since, hash) => {
  visit(address, <Page />)
  const text = document.body.textContent!
  const inForce = `In force since ${since}`
  expect(text).toContain(inForce)
  const digest = createHash('sha256').update(text.replace(inForce, '')).digest('hex')
  expect(digest.slice(0, 16)).toBe(hash)
})
