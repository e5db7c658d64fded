import { describe, expect, test } from 'vitest'
import { messageOf, type RefusalCode, type RefusalFacts, type RefusalRule, refusals } from './errors.ts'

const all = Object.entries(refusals) as [RefusalCode, RefusalRule][]

/** Values for the placeholders. */
const facts: Partial<Record<RefusalCode, RefusalFacts>> = {
  age_too_low: { years: 18 },
  status_changed: { status: 'failed' },
  account_has_pots: { pots: 'Holiday, Car' },
  account_has_pending: { amount: '$12.50', payment: 'Dana Reed' },
  account_not_empty: { amount: '$60.00' },
  accounts_too_many: { most: 20 },
  case_full: { most: 100 },
  beneficiaries_too_many: { most: 100 },
  email_change_pending: { from: 'November 22, 2026 at 12:00 PM UTC' },
  email_changed_recently: { from: 'November 24, 2026 at 12:00 PM UTC' },
  funding_limit_exceeded: { limit: '$1,000,000.00' },
  account_has_hold: { amount: '$60.00' },
  balance_held: { held: '$60.00' },
  hold_too_large: { most: '$40.00' },
  holds_too_many: { most: 20 },
  funded_already: { name: 'Clara', time: 'November 24, 2026 at 12:00 PM UTC' },
  funding_not_arrived: { status: 'failed' },
  taken_back_exceeded: { left: '$50.00' },
  dispute_amount_exceeded: { most: '$50.00' },
  dispute_credit_exceeded: { most: '$50.00' },
  dispute_credited: { name: 'Clara' },
  dispute_ended: { name: 'Clara' },
  dispute_too_late: { days: 120 },
  dispute_without_account: { currency: 'USD' },
  guard_exceeded: {
    guard: 'your day limit',
    limit: '$500.00',
    left: '$120.00',
    time: 'November 24, 2026 at 12:00 AM UTC',
  },
  guard_used_up: {
    guard: 'the bank’s day limit',
    limit: '$500.00',
    time: 'November 24, 2026 at 12:00 AM UTC',
  },
  payee_account_missing: { bank: 'Truepenny' },
  payee_misses_used_up: { bank: 'Truepenny', time: 'November 25, 2026 at 12:00 PM UTC' },
  approval_decided: { name: 'Clara', decision: 'approved' },
  approval_declined: { name: 'Clara', reason: 'No such payment' },
  approval_maker_gone: { name: 'Clara' },
  approvals_too_many: { most: 100 },
  payment_guard_exceeded: { limit: '$500.00' },
  limit_exceeded: { limit: '$250,000.00' },
  pot_locked: { day: 'December 24, 2026' },
  pots_too_many: { most: 20 },
  schedule_day_past: { day: 'March 7, 2026' },
  schedules_too_many: { most: 100 },
  pin_unlocked_often: { most: 3 },
  support_message_taken: { name: 'Clara' },
  pin_locked: { minutes: 30 },
  too_many_attempts: { minutes: 15 },
}

describe('every refusal', () => {
  for (const [code, { status, pointer }] of all) {
    test(`${code} has a whole message, a status of the 4xx or 5xx and at most one field`, () => {
      const message = messageOf(code, facts[code])
      expect(message).toMatch(/^\S.*\S$/)
      expect(message).not.toMatch(/[{}]|undefined| {2}/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(pointer ?? '/field').toMatch(/^\/\w+$/)
    })
  }

  test('every message with placeholders has values in this test', () => {
    const withPlaceholders = all.filter(([, { message }]) => message.includes('{')).map(([code]) => code)
    expect(withPlaceholders.sort()).toEqual(Object.keys(facts).sort())
  })

  test('facts without a placeholder do not change the message', () => {
    expect(messageOf('pin_incorrect', { triesLeft: 4 })).toBe('Invalid transaction pin')
  })
})

describe('the specification’s messages are exact', () => {
  const exactMessages: Partial<Record<RefusalCode, string>> = {
    pin_incorrect: 'Invalid transaction pin',
    balance_insufficient: 'Insufficient balance',
    current_pin_incorrect: 'Current pin is incorrect',
    passcode_incorrect: 'Invalid passcode',
    passcode_required: 'Passcode is required',
    account_inactive: 'Account is not active',
    user_id_missing: 'User ID is required',
    user_not_found: 'User not found',
    transaction_id_missing: 'Transaction ID is required',
    not_found: '404 Page not found',
    credentials_invalid: 'Invalid credentials. Please check the email and password.',
    email_taken: 'An account with this email already exists',
    password_too_common: 'This password is too common',
    age_too_low: 'You must be at least 18 to open an account',
    password_breached: 'This password has appeared in a data breach. Choose another',
    currency_different: 'This account holds another currency',
    own_account: 'You can’t send money to your own account',
    id_reused: 'This transfer id was already used',
    limit_exceeded: 'The most you can send at once is $250,000.00',
    pin_locked: 'Too many wrong PINs. Try again in 30 minutes',
    too_many_attempts: 'Too many attempts. Try again in 15 minutes',
    busy: 'The bank is busy. Try again in a moment',
    status_changed: 'The status has changed in the meantime: it is failed now',
  }
  for (const [code, message] of Object.entries(exactMessages) as [RefusalCode, string][]) {
    test(message, () => expect(messageOf(code, facts[code])).toBe(message))
  }
})
