import { describe, expect, test } from 'vitest'
import { type BankDay, type Guard, guardRefusal, withSent } from './guard.ts'

const today: BankDay = { day: '2026-11-23', dayEndsAt: 100, monthEndsAt: 900 }
const none = { payment: null, day: null, month: null }
const guard: Guard = {
  limits: none,
  day: '2026-11-23',
  daySent: 40n,
  month: '2026-11',
  monthSent: 90n,
  today,
  recovery: null,
}

function refusalWith(limits: Partial<Guard['limits']>, amountMinor: bigint, on = today) {
  return guardRefusal({ ...guard, limits: { ...none, ...limits }, today: on }, amountMinor, 0)
}

describe('a guard', () => {
  test.each([
    ['payment', 50n, 50n, null],
    ['day', 90n, 50n, 100],
    ['month', 140n, 50n, 900],
  ] as const)(
    'a %s limit allows what is left to the last cent and refuses one more',
    (kind, limit, left, until) => {
      expect(refusalWith({ [kind]: limit }, left)).toBeNull()
      expect(refusalWith({ [kind]: limit }, left + 1n)).toEqual({
        code: 'guard_exceeded',
        guard: kind,
        limitMinor: limit,
        leftMinor: left,
        until,
      })
    },
  )

  test('of several limits the narrowest time is named first', () => {
    expect(refusalWith({ payment: 1n, day: 1n, month: 1n }, 2n)?.guard).toBe('payment')
    expect(refusalWith({ day: 1n, month: 1n }, 2n)?.guard).toBe('day')
  })

  test('a limit below what was sent leaves nothing, and never less', () => {
    expect(refusalWith({ day: 10n }, 1n)?.leftMinor).toBe(0n)
  })

  test('a new day or month begins with nothing sent, and an earlier one counts as the present one', () => {
    const tomorrow = { ...today, day: '2026-11-24' }
    const nextMonth = { ...today, day: '2026-12-01' }
    const yesterday = { ...today, day: '2026-11-22' }
    const on = (today: BankDay) => ({ ...guard, today })
    expect(withSent(on(tomorrow), 5n)).toEqual({
      ...on(tomorrow),
      day: '2026-11-24',
      daySent: 5n,
      monthSent: 95n,
    })
    expect(withSent(on(nextMonth), 5n)).toEqual({
      ...on(nextMonth),
      day: '2026-12-01',
      daySent: 5n,
      month: '2026-12',
      monthSent: 5n,
    })
    expect(withSent(on(yesterday), 5n)).toEqual({ ...on(yesterday), daySent: 45n, monthSent: 95n })
    expect(refusalWith({ day: 44n }, 5n, yesterday)?.leftMinor).toBe(4n)
  })
})

describe('the limit after a recovery of the PIN', () => {
  const recovered = { ...guard, recovery: { limitMinor: 500n, sentMinor: 300n, until: 1_000 } }

  test('the refusal says what is left until when, and that the limit after a recovery refused', () => {
    expect(guardRefusal(recovered, 200n, 999)).toBeNull()
    expect(guardRefusal(recovered, 201n, 999)).toEqual({
      code: 'guard_exceeded',
      guard: 'recovery',
      limitMinor: 500n,
      leftMinor: 200n,
      until: 1_000,
    })
  })

  test('a day or month that ends gives back nothing of the limit after a recovery', () => {
    const nextMonth = { ...recovered, today: { ...today, day: '2026-12-01' } }
    expect(withSent(nextMonth, 50n).recovery?.sentMinor).toBe(350n)
  })

  test('a higher limit of the customer does not raise it', () => {
    const generous = { ...recovered, limits: { payment: 9_000n, day: 9_000n, month: 9_000n } }
    expect(guardRefusal(generous, 201n, 0)?.guard).toBe('recovery')
  })
})
