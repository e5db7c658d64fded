// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank } from '../../test/stubbed-bank.tsx'
import { settings } from '../public-config.ts'
import { drawPersonalView } from './render.tsx'

const me = { ...alice(), name: 'Alice </script><!-- Moreno' }
const { id, name, email, role } = me
const session = {
  user: { id, name, email, role },
  idleEndsAt: '2027-01-01T00:00:00.000Z',
  elevatedUntil: null,
  temporarySecrets: null,
}

const answers = {
  'GET /api/sessions/current': () => ({ session }),
  'GET /api/me': () => me,
  'GET /api/me/monthly-flows': () => ({
    currency: 'USD',
    flows: [
      { during: '2026-10', moneyIn: '50.00', moneyOut: '0.00' },
      { during: '2026-11', moneyIn: '50.00', moneyOut: '12.00' },
    ],
  }),
  'GET /api/transactions': () => ({ transactions: [], total: 0, firstRow: 1, nextCursor: null }),
  'GET /api/beneficiaries': () => ({ beneficiaries: [] }),
}

let bank: ReturnType<typeof stubbedBank>
beforeEach(() => {
  bank = stubbedBank(answers)
  vi.stubGlobal('fetch', bank.fetch)
})
afterEach(() => vi.unstubAllGlobals())

test('the dashboard is drawn whole, from what was asked once and is sent along', async () => {
  const drawn = await drawPersonalView('/dashboard', settings)
  const words = drawn!.view.replace(/<[^>]+>/g, '')
  expect(words).toContain('$100.00')
  expect(words).toContain('In the last 6 months $100.00 came in and $12.00 went out')
  expect(words).toContain('No transactions found!')
  // The Content-Security-Policy refuses styles in attributes, and what a person has written is no markup.
  expect(drawn!.view).not.toContain('style=')
  expect(drawn!.view).not.toContain('</script>')
  const asked = bank.asked.map(({ path }) => path)
  expect(asked.toSorted()).toEqual(
    Object.keys(answers)
      .slice(0, 4)
      .map((key) => key.slice(4))
      .toSorted(),
  )
  const sent = JSON.parse(drawn!.answers) as { answers: [[string], unknown][] }
  expect(sent.answers.map(([[first]]) => first).toSorted()).toEqual([
    'me',
    'session',
    'transactions',
    'transactions',
  ])
})

test('a transfer’s form is drawn empty for each person, and keeps nothing of the one before', async () => {
  const first = await drawPersonalView('/transfer', settings)
  const second = await drawPersonalView('/transfer', settings)
  expect(first!.view).toContain('Quick Funds Transfer')
  expect(second!.view).toBe(first!.view)
})

test('where no script ever comes, a PIN or a password is sent in no address', async () => {
  for (const [path, isSet] of [
    ['/transfer', true],
    ['/settings', true],
    ['/settings?tab=pin', true],
    ['/settings?tab=pin', false],
  ] as const) {
    const asked = stubbedBank({
      ...answers,
      'GET /api/sessions': () => ({ sessions: [] }),
      'GET /api/me/pin': () => ({ isSet }),
      'GET /api/me/two-factor': () => ({ turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false }),
      'GET /api/me/mail-notices': () => ({ money_received: true, transfer_sent: true, status_changed: true }),
    })
    vi.stubGlobal('fetch', asked.fetch)
    const { view } = (await drawPersonalView(path, settings))!
    const secret = view.match(/<form.*?<\/form>/gs)!.filter((form) => form.includes('type="password"'))
    expect(secret).not.toEqual([])
    for (const form of secret) expect(form).toMatch(/^<form[^>]* method="post"/)
  }
})

test('nothing is drawn when nobody is signed in', async () => {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }) }).fetch)
  expect(await drawPersonalView('/dashboard', settings)).toBeUndefined()
})

test('what the bank says no to is left to the browser', async () => {
  const busy = stubbedBank({ ...answers, 'GET /api/me': () => refused('busy') })
  vi.stubGlobal('fetch', busy.fetch)
  await expect(drawPersonalView('/dashboard', settings)).rejects.toMatchObject({ code: 'busy' })
  expect(busy.requestsTo('GET /api/me')).toHaveLength(1)
})

test('nothing is drawn for a user with temporary secrets, and nothing but the session is asked', async () => {
  const temporarySecrets = { password: true, pin: false }
  bank = stubbedBank({
    ...answers,
    'GET /api/sessions/current': () => ({ session: { ...session, temporarySecrets } }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  expect(await drawPersonalView('/dashboard', settings)).toBeUndefined()
  expect(bank.asked.map(({ path }) => path)).toEqual(['/api/sessions/current'])
})
