import { dayOf, startOfDay } from '@bank/contract/bank-day'
import { dayText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import type { Currency } from '@bank/ledger/currency'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import { recordAudit } from '../../audit/audit-chain.ts'
import type { Bank } from '../../bank.ts'
import { type Control, controlDetails } from '../../books/rows/approvals.ts'
import { bankLimitsAt } from '../../books/rows/guards.ts'
import { findGuards, lockSending, startCounting, storeBankLimits } from '../../guards/guard.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'
import { lockUser } from '../../users/user.ts'

/** The bank's limits of a day and a month, for everyone or for one customer, in minor units; null is none. */
export type BankLimits = { readonly day: bigint | null; readonly month: bigint | null }

/** Limits of one customer in place of the bank's. Null: the bank's hold. */
export type CustomerLimits = BankLimits & {
  readonly id: string
  readonly userId: string
  readonly currency: Currency
  /** The day of the bank (`YYYY-MM-DD`) from which the bank's hold again; null where they do at once. */
  readonly until: string | null
  readonly reason: string
  readonly setBy: string
}

const yearsMax = 5

/** Throws unless there is an end where there is a limit: a day of the bank within the next five years. */
export function requireEnd(
  { day, month, until }: Pick<CustomerLimits, 'day' | 'month' | 'until'>,
  today: string,
): void {
  const hasLimit = day !== null || month !== null
  const latest = `${Number(today.slice(0, 4)) + yearsMax}${today.slice(4)}`
  const isRight = until === null ? !hasLimit : hasLimit && until > today && until <= latest
  if (!isRight) throw new Refusal('limits_day_wrong')
}

/** The limits of the bank that hold for a user now, and until when they are the user's alone. */
export async function readBankLimits(
  db: Connection,
  config: Bank['config'],
  { userId, currency }: Pick<CustomerLimits, 'userId' | 'currency'>,
  now: Date,
): Promise<BankLimits & { until: Date | null }> {
  const guard = (await findGuards(db, userId)).find((each) => each.currency === currency)
  const { dayLimitMinor: day, monthLimitMinor: month } = config
  if (!guard) return { day, month, until: null }
  const until = guard.bank_until_ms === null ? null : new Date(Number(guard.bank_until_ms))
  return { ...bankLimitsAt(guard, now.getTime(), config), until: until && until > now ? until : null }
}

/**
 * Whether new limits let the customer send more on any day than those that hold now: higher ones, lower ones that end earlier, and ones above
 * the bank's that end later.
 */
export function isRaise(
  before: BankLimits & { until: Date | null },
  wanted: CustomerLimits,
  {
    dayLimitMinor,
    monthLimitMinor,
    timeZone,
  }: Pick<Bank['config'], 'dayLimitMinor' | 'monthLimitMinor' | 'timeZone'>,
): boolean {
  const banks = { day: dayLimitMinor, month: monthLimitMinor }
  const after = { day: wanted.day ?? banks.day, month: wanted.month ?? banks.month }
  if (isHigher(after, before)) return true
  if (before.until === null || wanted.until === null) return false
  const end = startOfDay(wanted.until, timeZone)
  // Between the two ends the bank's hold in place of those that end first.
  return end < before.until ? isHigher(banks, before) : end > before.until && isHigher(after, banks)
}

function isHigher(some: BankLimits, others: BankLimits): boolean {
  const exceeds = (one: bigint | null, other: bigint | null) =>
    other !== null && (one === null || one > other)
  return exceeds(some.day, others.day) || exceeds(some.month, others.month)
}

/** To compare, and for the audit log: "day 5.00, month 40.00 until 2026-12-24", or "none". */
export function limitsText({ day, month }: BankLimits, until: string | null): string {
  const set = Object.entries({ day, month }).flatMap(([span, limit]) =>
    limit === null ? [] : [`${span} ${formatMinor(limit)}`],
  )
  return (set.join(', ') || 'none') + (until === null ? '' : ` until ${until}`)
}

/** The same text for people: "$5.00 a day and $40.00 a month until December 24, 2026", or "no limits". */
export function limitsSentence(text: string, currency: Currency): string {
  return text
    .replace('none', 'no limits')
    .replace(', ', ' and ')
    .replace(/(day|month) ([\d.]+)/g, (_, span, amount) => `${formatMoney(amount, currency)} a ${span}`)
    .replace(/[\d-]{10}$/, (day) => dayText(day, 'long'))
}

/**
 * Sets limits of one customer, which hold for every transfer that is decided later, with their history and audit event. Throws
 * `limits_changed` where those that hold are no longer `seen`, and `id_reused` where the id has others. The same id sets them once. Call it
 * last in the transaction.
 */
export async function storeCustomerLimits(
  connection: PoolClient,
  bank: Bank,
  { limits, seen }: { limits: CustomerLimits; seen: string | null },
  control: Control,
): Promise<void> {
  const { id, userId, currency, day, month, until, reason, setBy } = limits
  const { config } = bank
  await lockUser(connection, userId)
  await lockSending(connection, userId)
  // After the lock: what was sent on the day before is not counted as today's.
  const now = new Date(bank.clock())
  const before = await readBankLimits(connection, config, limits, now)
  const beforeText = limitsText(before, before.until && dayOf(before.until, config.timeZone))
  const endsAt = until === null ? null : startOfDay(until, config.timeZone)
  const { rowCount } = await connection.query(
    `insert into customer_limits (id, user_id, currency, day_limit, month_limit, until, reason, set_by, set_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
    [id, userId, currency, day, month, endsAt, reason, setBy, now],
  )
  if (rowCount === 0) {
    await areSet(connection, limits, config.timeZone)
    return
  }
  if (seen !== null && seen !== beforeText) throw new Refusal('limits_changed')
  await startCounting(connection, userId, currency, { now, timeZone: config.timeZone })
  await storeBankLimits(connection, userId, currency, { day, month, until: endsAt })
  const after = limitsText({ day, month }, until)
  const details = { currency, before: beforeText, after, reason, ...controlDetails(control) }
  await recordAudit(connection, {
    actorId: setBy,
    action: 'customer_limits_set',
    target: userId,
    details,
    now,
  })
}

type HistoryRow = BankLimits & {
  readonly id: string
  readonly currency: Currency
  readonly until: Date | null
  readonly reason: string
  readonly setBy: string
  readonly setAt: Date
}

/** The last limits that staff set for a user, the last ones first. */
export async function findCustomerLimits(
  db: Connection,
  userId: string,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `select l.id, l.currency, l.day_limit as day, l.month_limit as month, l.until, l.reason, u.name as "setBy", l.set_at as "setAt"
       from customer_limits l join users u on u.id = l.set_by
      where l.user_id = $1
      order by l.set_at desc, l.id desc
      limit $2`,
    [userId, limit],
  )
  return rows
}

/** Whether limits were set under their id. Throws `id_reused` where others were. */
export async function areSet(
  db: Connection,
  { id, userId, currency, day, month, until, reason, setBy }: CustomerLimits,
  timeZone: string,
): Promise<boolean> {
  const { rows } = await db.query<{ isSame: boolean }>(
    `select (user_id, currency, day_limit, month_limit, until, reason, set_by)
            is not distinct from ($2::uuid, $3::text, $4::bigint, $5::bigint, $6::timestamptz, $7::text, $8::uuid) as "isSame"
       from customer_limits
      where id = $1`,
    [id, userId, currency, day, month, until && startOfDay(until, timeZone), reason, setBy],
  )
  if (rows[0]?.isSame === false) throw new Refusal('id_reused')
  return rows.length > 0
}
