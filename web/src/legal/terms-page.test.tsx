import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { visit } from '../../test/stubbed-bank.tsx'
import { TermsPage } from './terms-page.tsx'

const bank = vi.hoisted(() => ({ bankName: 'Truepenny', ageMin: 21 }))
vi.mock('../public-config.ts', () => ({ publicConfig: bank }))

test('the terms name the age from which a person can open an account, where the bank has one', () => {
  visit('/terms', <TermsPage />)
  expect(screen.getByText(/at least 21 years old/)).toBeDefined()
  cleanup()
  bank.ageMin = 0
  visit('/terms', <TermsPage />)
  expect(screen.queryByText(/years old/)).toBeNull()
  expect(screen.getByText(/Everything you tell us/)).toBeDefined()
})
