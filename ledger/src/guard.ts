import { exceedsPinRecoveryLimit, type PinRecoveryLimit, withSentUnderLimit } from './pin-recovery-limit.ts'

/** What the limits of a guard are for: one payment, or all that is sent in a day or a month. */
export const guardSpans = ['payment', 'day', 'month'] as const
export type GuardSpan = (typeof guardSpans)[number]

/** The limits of a customer's transfers in one currency, and what was sent. Amounts in minor units. */
export type Guard = {
  /** Null: no limit. */
  readonly limits: Readonly<Record<GuardSpan, bigint | null>>
  /** The bank's day (`YYYY-MM-DD`) and month (`YYYY-MM`) of the last transfer, and the sums sent in them. */
  readonly day: string
  readonly daySent: bigint
  readonly month: string
  readonly monthSent: bigint
  /** The bank's day at the time of the decision. */
  readonly today: BankDay
  /** Null for a customer whose PIN was never recovered. */
  readonly recovery: PinRecoveryLimit | null
}

/** A day of the bank (`YYYY-MM-DD`), and when it and its month end, in milliseconds since 1970. */
export type BankDay = { readonly day: string; readonly dayEndsAt: number; readonly monthEndsAt: number }

/** A transfer that a guard does not allow: at most `leftMinor` can be sent until `until` (null: for one payment there is no end). */
export type GuardRefusal = {
  readonly code: 'guard_exceeded'
  readonly guard: GuardSpan | 'recovery' | 'new_beneficiaries'
  readonly limitMinor: bigint
  readonly leftMinor: bigint
  readonly until: number | null
}

/** The refusal of a transfer by the first guard that it would exceed, or null. `now` in milliseconds since 1970. */
export function guardRefusal(guard: Guard, amountMinor: bigint, now: number): GuardRefusal | null {
  const { daySent, monthSent } = toToday(guard)
  const used = { payment: 0n, day: daySent, month: monthSent }
  const ends = { payment: null, day: guard.today.dayEndsAt, month: guard.today.monthEndsAt }
  for (const span of guardSpans) {
    const limitMinor = guard.limits[span]
    if (limitMinor === null || used[span] + amountMinor <= limitMinor) continue
    return refusalBy(span, { limitMinor, sentMinor: used[span], until: ends[span] })
  }
  const { recovery } = guard
  const isExceeded = recovery && exceedsPinRecoveryLimit(recovery, amountMinor, now)
  return isExceeded ? refusalBy('recovery', recovery) : null
}

function refusalBy(
  guard: GuardRefusal['guard'],
  { limitMinor, sentMinor, until }: { limitMinor: bigint; sentMinor: bigint; until: number | null },
): GuardRefusal {
  const leftMinor = limitMinor > sentMinor ? limitMinor - sentMinor : 0n
  return { code: 'guard_exceeded', guard, limitMinor, leftMinor, until }
}

/** The guard after a transfer. */
export function withSent(guard: Guard, amountMinor: bigint): Guard {
  const { daySent, monthSent, recovery, ...rest } = toToday(guard)
  return {
    ...rest,
    daySent: daySent + amountMinor,
    monthSent: monthSent + amountMinor,
    recovery: recovery && withSentUnderLimit(recovery, amountMinor),
  }
}

/** The guard with what was sent today and in this month. Days and months never go back, although a clock may. */
function toToday(guard: Guard): Guard {
  const { day } = guard.today
  const month = day.slice(0, 7)
  return {
    ...guard,
    ...(day > guard.day && { day, daySent: 0n }),
    ...(month > guard.month && { month, monthSent: 0n }),
  }
}
