import { notNegative } from './money.ts'
import { exceedsPinRecoveryLimit, type PinRecoveryLimit, withSentUnderLimit } from './pin-recovery-limit.ts'

/** What the limits of a guard are for: one payment, or all that is sent in a day or a month. */
export const guardSpans = ['payment', 'day', 'month'] as const
export type GuardSpan = (typeof guardSpans)[number]

/** The limits of a customer's transfers in one currency, and what was sent. Amounts in minor units. */
export type Guard = {
  /** Null: no limit. */
  readonly limits: Readonly<Record<GuardSpan, bigint | null>>
  /** Those of the limits that are the bank's. Absent without one. */
  readonly bankLimits?: Readonly<Partial<Record<GuardSpan, bigint | null>>>
  /**
   * The bank's day (`YYYY-MM-DD`) and month (`YYYY-MM`) in which the last transfer is counted, and the sums sent in them without what
   * came back. A transfer is counted on the day on which it is booked, or on `day` where that is later: a day never goes back,
   * although a clock may.
   */
  readonly day: string
  readonly daySent: bigint
  readonly month: string
  readonly monthSent: bigint
  /** The bank's day at a moment, in milliseconds since 1970. */
  readonly dayAt: (moment: number) => BankDay
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
  /** The limit is the bank's: a higher one of the customer would not help. */
  readonly isByBank?: true
}

/**
 * The refusal of a transfer by the first guard that it would exceed, or null. It is decided at `now` and booked at `bookedAt`, in
 * milliseconds since 1970.
 */
export function guardRefusal(
  guard: Guard,
  amountMinor: bigint,
  { now, bookedAt }: { readonly now: number; readonly bookedAt: number },
): GuardRefusal | null {
  const { daySent, monthSent } = upTo(bookedAt, guard)
  const { dayEndsAt, monthEndsAt } = guard.dayAt(bookedAt)
  const used = { payment: 0n, day: daySent, month: monthSent }
  const ends = { payment: null, day: dayEndsAt, month: monthEndsAt }
  for (const span of guardSpans) {
    const limitMinor = guard.limits[span]
    if (limitMinor === null || used[span] + amountMinor <= limitMinor) continue
    const isByBank = guard.bankLimits?.[span] === limitMinor
    return {
      ...refusalBy(span, { limitMinor, sentMinor: used[span], until: ends[span] }),
      ...(isByBank && { isByBank }),
    }
  }
  const { recovery } = guard
  const isExceeded = recovery && exceedsPinRecoveryLimit(recovery, amountMinor, now)
  return isExceeded ? refusalBy('recovery', recovery) : null
}

function refusalBy(
  guard: GuardRefusal['guard'],
  { limitMinor, sentMinor, until }: { limitMinor: bigint; sentMinor: bigint; until: number | null },
): GuardRefusal {
  // A limit can be lowered below what was sent.
  return { code: 'guard_exceeded', guard, limitMinor, leftMinor: notNegative(limitMinor - sentMinor), until }
}

/** The guard after a transfer that was booked at a moment. */
export function withSent(guard: Guard, amountMinor: bigint, bookedAt: number): Guard {
  const { daySent, monthSent, recovery, ...rest } = upTo(bookedAt, guard)
  return {
    ...rest,
    daySent: daySent + amountMinor,
    monthSent: monthSent + amountMinor,
    recovery: recovery && withSentUnderLimit(recovery, amountMinor),
  }
}

/**
 * The guard after a transfer that was booked at `sentAt` came back (a negative amount), or was sent once more after that. Its day and its
 * month change if they still run; what was sent since a recovery of the PIN does not. A sum that was counted by an earlier version, or
 * in another time zone, can be lower than what comes back.
 */
export function withCorrection(guard: Guard, amountMinor: bigint, sentAt: number): Guard {
  const { day } = guard.dayAt(sentAt)
  // The guard's day never goes back: what was booked on it was counted on it.
  return {
    ...guard,
    ...(day === guard.day && { daySent: notNegative(guard.daySent + amountMinor) }),
    ...(day.slice(0, 7) === guard.month && { monthSent: notNegative(guard.monthSent + amountMinor) }),
  }
}

/** The guard with what was sent on the day of a moment and in its month. */
function upTo(moment: number, guard: Guard): Guard {
  const { day } = guard.dayAt(moment)
  const month = day.slice(0, 7)
  return {
    ...guard,
    ...(day > guard.day && { day, daySent: 0n }),
    ...(month > guard.month && { month, monthSent: 0n }),
  }
}
