import { describe, expect, test } from 'vitest'
import { dayAt } from '../test/small-bank.ts'
import { type Guard, guardRefusal, withCorrection, withSent } from './guard.ts'

const today = Date.UTC(2026, 10, 23, 12)
const tomorrow = Date.UTC(2026, 10, 24, 12)
const yesterday = Date.UTC(2026, 10, 22, 12)
const nextMonth = Date.UTC(2026, 11, 1, 12)
const none = { payment: null, day: null, month: null }
const guard: Guard = {
  limits: none,
  day: '2026-11-23',
  daySent: 40n,
  month: '2026-11',
  monthSent: 90n,
  dayAt,
  recovery: null,
}

function refusalWith(limits: Partial<Guard['limits']>, amountMinor: bigint, bookedAt = today) {
  return guardRefusal({ ...guard, limits: { ...none, ...limits } }, amountMinor, { now: today, bookedAt })
}

describe('a guard', () => {
  test.each([
    ['payment', 50n, 50n, null],
    ['day', 90n, 50n, Date.UTC(2026, 10, 24)],
    ['month', 140n, 50n, Date.UTC(2026, 11)],
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
    expect(withSent(guard, 5n, tomorrow)).toEqual({
      ...guard,
      day: '2026-11-24',
      daySent: 5n,
      monthSent: 95n,
    })
    expect(withSent(guard, 5n, nextMonth)).toEqual({
      ...guard,
      day: '2026-12-01',
      daySent: 5n,
      month: '2026-12',
      monthSent: 5n,
    })
    expect(withSent(guard, 5n, yesterday)).toEqual({ ...guard, daySent: 45n, monthSent: 95n })
    expect(refusalWith({ day: 44n }, 5n, yesterday)?.leftMinor).toBe(4n)
  })

  test('what comes back counts no longer on its day and in its month while they run, and again when it is sent once more', () => {
    const back = withCorrection(guard, -30n, today)
    expect([back.daySent, back.monthSent]).toEqual([10n, 60n])
    expect(withCorrection(back, 30n, today)).toEqual(guard)
    expect(withCorrection(guard, -30n, yesterday)).toEqual({ ...guard, monthSent: 60n })
    const lastMonth = Date.UTC(2026, 9, 31)
    expect(withCorrection(guard, -30n, lastMonth)).toEqual(guard)
    expect(withCorrection(guard, -95n, today)).toEqual({ ...guard, daySent: 0n, monthSent: 0n })
  })
})

describe('the limit after a recovery of the PIN', () => {
  const recovered = { ...guard, recovery: { limitMinor: 500n, sentMinor: 300n, until: 1_000 } }

  test('the refusal says what is left until when, and that the limit after a recovery refused', () => {
    const justBefore = { now: 999, bookedAt: today }
    expect(guardRefusal(recovered, 200n, justBefore)).toBeNull()
    expect(guardRefusal(recovered, 201n, justBefore)).toEqual({
      code: 'guard_exceeded',
      guard: 'recovery',
      limitMinor: 500n,
      leftMinor: 200n,
      until: 1_000,
    })
  })

  test('a day or month that ends gives back nothing of the limit after a recovery, nor does what comes back', () => {
    expect(withSent(recovered, 50n, nextMonth).recovery?.sentMinor).toBe(350n)
    expect(withCorrection(recovered, -30n, today).recovery?.sentMinor).toBe(300n)
  })

  test('a higher limit of the customer does not raise it', () => {
    const generous = { ...recovered, limits: { payment: 9_000n, day: 9_000n, month: 9_000n } }
    expect(guardRefusal(generous, 201n, { now: 0, bookedAt: today })?.guard).toBe('recovery')
  })
})
