import { dayOf, nextDay, startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import type { BankDay, Guard, GuardSpan } from '@bank/ledger/guard'
import type { PinRecoveryLimit } from '@bank/ledger/pin-recovery-limit'
import type { Rows, Sender } from '@bank/ledger/snapshot'
import { bigintArray, textArray, uuidArray } from '../../postgres/binary-array.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'
import type { Statement } from '../../postgres/pipelined-connection.ts'

/** What the guards of customers depend on besides their rows. */
export type GuardRules = {
  /** The clock in milliseconds since 1970, and the bank's time zone, whose days and months count. */
  readonly clock: () => number
  readonly timeZone: string
  /** The bank's own limits in minor units of any currency, for customers who have a row; null without one. */
  readonly dayLimitMinor: bigint | null
  readonly monthLimitMinor: bigint | null
  /** The limit after a PIN was recovered, in minor units of each currency. */
  readonly pinRecoveryLimitMinor: bigint
}

/** Limits in minor units; null is none. */
export type Limits = Readonly<Record<GuardSpan, bigint | null>>

/**
 * A customer's guard in a currency, and what was sent when it was counted last. From `next_from_ms` on, the next limits hold; null
 * when none wait.
 */
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
  /** The end of the limit after the last recovery of the PIN, and what was sent since; null where it was never recovered. */
  recovery_until_ms: bigint | null
  recovery_sent: bigint
  /** The bank's limits for this customer alone until `bank_until_ms`; null where those for everyone hold. */
  bank_day_limit: bigint | null
  bank_month_limit: bigint | null
  bank_until_ms: bigint | null
}

/** The columns of `guards`. */
export const guardColumns = `user_id, currency, payment_limit, day_limit, month_limit, next_payment_limit, next_day_limit,
         next_month_limit, (${milliseconds('next_from')})::bigint as next_from_ms, day::text as day, day_sent,
         month, month_sent, (${milliseconds('recovery_until')})::bigint as recovery_until_ms, recovery_sent,
         bank_day_limit, bank_month_limit, (${milliseconds('bank_until')})::bigint as bank_until_ms`

// In a statement of its own, after the locks on the senders' PINs: two accounts of one customer share no other lock, and the last
// holder may have sent from another account.
export const readGuards: Statement<GuardRow> = {
  name: 'books-read-guards',
  text: `
  select ${guardColumns}
    from guards
   where user_id = any($1::uuid[])`,
}

/** The guards of each user, with the limits that are in force now. */
export function guardsIn(rows: readonly GuardRow[], rules: GuardRules): Map<string, Sender['guards']> {
  const guards = new Map<string, Map<Currency, Guard>>()
  if (rows.length === 0) return guards
  const now = rules.clock()
  const dayAt = bankDays(rules.timeZone)
  for (const row of rows) {
    const own = guards.get(row.user_id) ?? new Map<Currency, Guard>()
    guards.set(row.user_id, own.set(row.currency, guardOf(row, rules, now, dayAt)))
  }
  return guards
}

function guardOf(row: GuardRow, rules: GuardRules, now: number, dayAt: Guard['dayAt']): Guard {
  const own = limitsAt(row, now)
  const bankLimits = bankLimitsAt(row, now, rules)
  return {
    limits: {
      payment: own.payment,
      day: lower(own.day, bankLimits.day),
      month: lower(own.month, bankLimits.month),
    },
    bankLimits,
    day: row.day,
    daySent: row.day_sent,
    month: row.month,
    monthSent: row.month_sent,
    dayAt,
    recovery: pinRecoveryLimitOf(row, rules),
  }
}

/** The limit after a recovery of the PIN; null where it was never recovered. It may have ended. */
export function pinRecoveryLimitOf(
  { recovery_until_ms: until, recovery_sent: sentMinor }: GuardRow,
  { pinRecoveryLimitMinor: limitMinor }: Pick<GuardRules, 'pinRecoveryLimitMinor'>,
): PinRecoveryLimit | null {
  return until === null ? null : { limitMinor, sentMinor, until: Number(until) }
}

/** The customer's own limits that are in force at a moment, in milliseconds since 1970. */
export function limitsAt(row: GuardRow, now: number): Limits {
  const isNext = row.next_from_ms !== null && Number(row.next_from_ms) <= now
  return {
    payment: isNext ? row.next_payment_limit : row.payment_limit,
    day: isNext ? row.next_day_limit : row.day_limit,
    month: isNext ? row.next_month_limit : row.month_limit,
  }
}

/** The bank's limits that are in force at a moment: those for this customer alone, or those for everyone. */
export function bankLimitsAt(
  row: GuardRow,
  now: number,
  { dayLimitMinor, monthLimitMinor }: Pick<GuardRules, 'dayLimitMinor' | 'monthLimitMinor'>,
): Pick<Limits, 'day' | 'month'> {
  const isAlone = row.bank_until_ms !== null && Number(row.bank_until_ms) > now
  return {
    day: (isAlone ? row.bank_day_limit : null) ?? dayLimitMinor,
    month: (isAlone ? row.bank_month_limit : null) ?? monthLimitMinor,
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

/** The days of the bank by moment. Keeps the last one, because a time zone conversion is slow and a batch takes place in one day. */
function bankDays(timeZone: string): Guard['dayAt'] {
  let last: { readonly bankDay: BankDay; readonly from: number } | undefined
  return (moment) => {
    if (!last || moment < last.from || moment >= last.bankDay.dayEndsAt) {
      const bankDay = bankDayOf(new Date(moment), timeZone)
      last = { bankDay, from: startOfDay(bankDay.day, timeZone).getTime() }
    }
    return last.bankDay
  }
}

export const writeGuards: Statement = {
  name: 'books-write-guards',
  text: `
with counted as (
  update guards g
     set day = n.day::date, day_sent = n.day_sent, month = n.month, month_sent = n.month_sent,
         recovery_sent = n.recovery_sent
    from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[])
      as n (user_id, currency, day, day_sent, month, month_sent, recovery_sent)
   where g.user_id = n.user_id and g.currency = n.currency
  returning 1
)
select 1 / (case when (select count(*) from counted) = cardinality($1::uuid[]) then 1 else 0 end)`,
}

export function guardValues({ guards }: Rows): Buffer[] {
  return [
    uuidArray(guards.map(({ userId }) => userId)),
    textArray(guards.map(({ currency }) => currency)),
    textArray(guards.map(({ day }) => day)),
    bigintArray(guards.map(({ daySent }) => daySent)),
    textArray(guards.map(({ month }) => month)),
    bigintArray(guards.map(({ monthSent }) => monthSent)),
    bigintArray(guards.map(({ recovery }) => recovery?.sentMinor ?? 0n)),
  ]
}
