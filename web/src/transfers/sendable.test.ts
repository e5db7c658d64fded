import type { GuardView } from '@bank/contract/guards/view'
import { guardRefusal } from '@bank/ledger/guard'
import { formatMinor } from '@bank/ledger/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alice } from '../../test/stubbed-bank.tsx'
import { sendableIn } from './sendable.ts'

const none: GuardView = {
  currency: 'USD',
  limits: { payment: null, day: null, month: null },
  next: null,
  bank: { day: null, month: null },
  sent: null,
  newBeneficiaries: null,
  recovery: null,
}
const me = (balance: string) => alice({ balance })
const until = '2026-03-08T14:15:00.000Z'

test.each<[string, string, Partial<GuardView>, string]>([
  ['the balance', '100.00', {}, '$100.00 today'],
  ['the maximum of a transfer', '300000.00', {}, '$250,000.00 per transfer'],
  [
    'the limit of a day',
    '100.00',
    { limits: { payment: null, day: '50.00', month: null }, sent: { day: '12.50', month: '90.00' } },
    '$37.50 today',
  ],
  [
    'the bank’s limit of a month',
    '100.00',
    { bank: { day: '80.00', month: '100.00' }, sent: { day: '12.50', month: '90.00' } },
    '$10.00 today',
  ],
  [
    'a limit that was lowered below what was sent',
    '100.00',
    { limits: { payment: null, day: '5.00', month: null }, sent: { day: '12.50', month: '12.50' } },
    '$0.00 today',
  ],
  [
    'a limit of a payment above that of the day',
    '100.00',
    { limits: { payment: '60.00', day: '50.00', month: null } },
    '$50.00 today',
  ],
  [
    'a limit of a payment',
    '100.00',
    { limits: { payment: '20.00', day: '50.00', month: null } },
    '$20.00 per transfer',
  ],
  [
    'the limit after a recovered PIN',
    '900.00',
    { recovery: { limit: '500.00', sent: '99.50', until } },
    '$400.50 today',
  ],
])('what can be sent is told from %s', (_, balance, guard, expected) => {
  expect(sendableIn(me(balance), { ...none, ...guard }).hint).toBe(`You can send up to ${expected}.`)
})

test('more than can be sent to new payees is told, and no less', () => {
  const { warningOf } = sendableIn(me('900.00'), {
    ...none,
    newBeneficiaries: { limit: '500.00', sent: '120.00' },
  })
  expect([38_000n, 38_001n, 90_001n, undefined].map(warningOf)).toEqual([
    '',
    'To new payees you can send up to $380.00 today.',
    'That is $0.01 more than your balance.',
    '',
  ])
})

test('what the bank holds of a balance cannot be sent', () => {
  const { hint, warningOf } = sendableIn(alice({ held: '30.00', available: '70.00' }), none)
  expect([hint, warningOf(7_000n), warningOf(7_001n)]).toEqual([
    'You can send up to $70.00 today.',
    '',
    'That is $0.01 more than you can spend: the bank holds a part of your balance.',
  ])
})

test('where amounts are hidden, no amount is told', () => {
  const toNew = { ...none, newBeneficiaries: { limit: '500.00', sent: '120.00' } }
  const { hint, warningOf } = sendableIn(me('900.00'), toNew, true)
  expect([hint, warningOf(38_001n)]).toEqual([
    undefined,
    'That is more than you can send to new payees today.',
  ])
})

const cents = fc.bigInt({ min: 0n, max: 500n })
const limit = fc.option(fc.bigInt({ min: 1n, max: 500n }))

test('an amount is warned about exactly when the books refuse it for a limit or the balance', () => {
  const limits = fc.record({ payment: limit, day: limit, month: limit })
  const sums = fc.record({
    day: cents,
    earlier: cents,
    recovery: cents,
    balance: cents,
    amount: fc.bigInt({ min: 1n, max: 500n }),
  })
  fc.assert(
    fc.property(
      limits,
      limit,
      sums,
      (own, limitMinor, { day, earlier, recovery: sentMinor, balance, amount }) => {
        const dayAt = () => ({ day: '2026-03-07', dayEndsAt: 1, monthEndsAt: 2 })
        const sent = { day: '2026-03-07', daySent: day, month: '2026-03', monthSent: day + earlier }
        const recovery = limitMinor === null ? null : { limitMinor, sentMinor, until: 1 }
        const isRefused =
          amount > balance ||
          guardRefusal({ limits: own, ...sent, dayAt, recovery }, amount, { now: 0, bookedAt: 0 }) !== null
        const text = (minor: bigint | null) => (minor === null ? null : formatMinor(minor))
        const { warningOf } = sendableIn(me(formatMinor(balance)), {
          ...none,
          limits: { payment: text(own.payment), day: text(own.day), month: text(own.month) },
          sent: { day: formatMinor(day), month: formatMinor(day + earlier) },
          recovery:
            limitMinor === null
              ? null
              : { limit: formatMinor(limitMinor), sent: formatMinor(sentMinor), until },
        })
        expect(warningOf(amount) !== '').toBe(isRefused)
      },
    ),
  )
})
