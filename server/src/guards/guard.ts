import { startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import type { GuardKind } from '@bank/ledger/guard'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { bankDayOf } from '../books/guard-rows.ts'
import type { Connection } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { ownLedgerAccounts } from '../pots/pot.ts'
import type { Session } from '../sessions/session.ts'

/** Limits in minor units; null is none. */
export type Limits = Readonly<Record<GuardKind, bigint | null>>

/** A customer's guard in a currency, and what was sent when it was counted last. */
export type GuardRow = {
  readonly currency: Currency
  readonly limits: Limits
  /** Higher limits, and from when they hold; null when none wait. */
  readonly next: Limits | null
  readonly nextFrom: Date | null
  readonly day: string
  readonly daySentMinor: bigint
  readonly month: string
  readonly monthSentMinor: bigint
}

/** The guards of a user. */
export async function findGuards(db: Connection, userId: string): Promise<GuardRow[]> {
  const { rows } = await db.query({
    name: 'find-guards',
    text: `
      select currency, payment_limit, day_limit, month_limit, next_payment_limit, next_day_limit, next_month_limit,
             next_from, day::text as day, day_sent, month, month_sent
        from guards
       where user_id = $1`,
    values: [userId],
  })
  return rows.map((row) => ({
    currency: row.currency,
    limits: { payment: row.payment_limit, day: row.day_limit, month: row.month_limit },
    next: row.next_from && {
      payment: row.next_payment_limit,
      day: row.next_day_limit,
      month: row.next_month_limit,
    },
    nextFrom: row.next_from,
    day: row.day,
    daySentMinor: row.day_sent,
    month: row.month,
    monthSentMinor: row.month_sent,
  }))
}

/** The limits that are in force at a moment. */
export function limitsAt(guard: GuardRow | undefined, now: Date): Limits {
  if (!guard) return noLimits
  return guard.next && guard.nextFrom! <= now ? guard.next : guard.limits
}

export const noLimits: Limits = { payment: null, day: null, month: null }

/** Makes the books wait with what the user sends: they count it under this lock. */
export async function lockSending(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('select from pins where user_id = $1 for no key update', [userId])
}

/**
 * Adds a guard without limits for a user who has none in a currency, and counts what was sent to others today and in this month of
 * the bank. The caller holds the lock of the books (`lockSending`).
 */
export async function startCounting(
  connection: PoolClient,
  userId: string,
  currency: Currency,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const { day } = bankDayOf(now, timeZone)
  const month = day.slice(0, 7)
  await connection.query(
    `insert into guards (user_id, currency, day, day_sent, month, month_sent)
     select $1, $2, $3, coalesce(sum(t.amount_minor) filter (where t.created_at >= $4), 0)::bigint, $5,
            coalesce(sum(t.amount_minor), 0)::bigint
       from accounts a
       left join transactions t on t.debit_account_id = a.id and t.created_at >= $6
                               and t.destination_ledger_account_id not in (${ownLedgerAccounts('$1::uuid')})
      where a.user_id = $1 and a.currency = $2
     on conflict do nothing`,
    [userId, currency, day, startOfDay(day, timeZone), month, startOfDay(`${month}-01`, timeZone)],
  )
}

/** Replaces the limits of a guard, and those that wait. */
export async function storeLimits(
  connection: PoolClient,
  userId: string,
  currency: Currency,
  { limits, next, nextFrom }: Pick<GuardRow, 'limits' | 'next' | 'nextFrom'>,
): Promise<void> {
  await connection.query(
    `update guards
        set payment_limit = $3, day_limit = $4, month_limit = $5, next_payment_limit = $6, next_day_limit = $7,
            next_month_limit = $8, next_from = $9
      where user_id = $1 and currency = $2`,
    [
      userId,
      currency,
      limits.payment,
      limits.day,
      limits.month,
      next?.payment ?? null,
      next?.day ?? null,
      next?.month ?? null,
      nextFrom,
    ],
  )
}

/**
 * Counts what a user sends from now on, where the bank limits it: without a row the books count nothing. What is under way meanwhile
 * is counted too, because it holds the lock or waits for it.
 */
export async function countForBank(
  { db, config, clock }: Pick<Bank, 'db' | 'config' | 'clock'>,
  { userId, account: { currency } }: Pick<Session, 'userId' | 'account'>,
): Promise<void> {
  const { dayLimitMinor, monthLimitMinor, timeZone } = config
  if (dayLimitMinor === null && monthLimitMinor === null) return
  const { rowCount } = await db.query({
    name: 'has-guard',
    text: 'select from guards where user_id = $1 and currency = $2',
    values: [userId, currency],
  })
  if (rowCount === 1) return
  await inTransaction(db, async (connection) => {
    await lockSending(connection, userId)
    await startCounting(connection, userId, currency, { now: new Date(clock()), timeZone })
  })
}
