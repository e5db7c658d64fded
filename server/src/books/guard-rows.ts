import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import type { BankDay, Guard } from '@bank/ledger/guard'
import type { Sender } from '@bank/ledger/snapshot'

/** What the guards of customers depend on besides their rows. */
export type GuardRules = {
  /** The clock in milliseconds since 1970, and the bank's time zone, whose days and months count. */
  readonly clock: () => number
  readonly timeZone: string
  /** The bank's own limits in minor units of any currency, for customers who have a row; null without one. */
  readonly dayLimitMinor: bigint | null
  readonly monthLimitMinor: bigint | null
}

/** A row of `guards` as the books read it. */
export type GuardRow = {
  user_id: string
  currency: Currency
  payment_limit: bigint | null
  day_limit: bigint | null
  month_limit: bigint | null
  next_payment_limit: bigint | null
  next_day_limit: bigint | null
  next_month_limit: bigint | null
  next_from_ms: bigint | null
  day: string
  day_sent: bigint
  month: string
  month_sent: bigint
}

/** The guards of each user, with the limits that are in force now. */
export function guardsIn(rows: readonly GuardRow[], rules: GuardRules): Map<string, Sender['guards']> {
  const guards = new Map<string, Map<Currency, Guard>>()
  if (rows.length === 0) return guards
  const now = rules.clock()
  const today = bankDayOf(new Date(now), rules.timeZone)
  for (const row of rows) {
    const own = guards.get(row.user_id) ?? new Map<Currency, Guard>()
    guards.set(row.user_id, own.set(row.currency, guardOf(row, rules, now, today)))
  }
  return guards
}

function guardOf(row: GuardRow, rules: GuardRules, now: number, today: BankDay): Guard {
  const isNext = row.next_from_ms !== null && Number(row.next_from_ms) <= now
  return {
    limits: {
      payment: isNext ? row.next_payment_limit : row.payment_limit,
      day: lower(isNext ? row.next_day_limit : row.day_limit, rules.dayLimitMinor),
      month: lower(isNext ? row.next_month_limit : row.month_limit, rules.monthLimitMinor),
    },
    day: row.day,
    daySent: row.day_sent,
    month: row.month,
    monthSent: row.month_sent,
    today,
  }
}

/** The lower of two limits; null is none. */
function lower(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** The day of the bank at a moment, with its end and that of its month. */
export function bankDayOf(moment: Date, timeZone: string): BankDay {
  const day = dayOf(moment, timeZone)
  const [year, month] = day.split('-').map(Number)
  const firstOfNextMonth = new Date(Date.UTC(year!, month!, 1)).toISOString().slice(0, 10)
  return {
    day,
    dayEndsAt: startOfDay(nextDay(day), timeZone).getTime(),
    monthEndsAt: startOfDay(firstOfNextMonth, timeZone).getTime(),
  }
}
