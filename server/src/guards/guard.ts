import { dayOf, startOfDay } from '@bank/contract/bank-day'
import type { Currency } from '@bank/ledger/currency'
import { guardSpans } from '@bank/ledger/guard'
import { kindsThat } from '@bank/ledger/kinds'
import type { Movement } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import { type GuardRow, guardColumns, type Limits } from '../books/rows/guards.ts'
import type { Connection } from '../postgres/database.ts'
import { inUserTransaction } from '../users/user.ts'

/** The guards of a user. */
export async function findGuards(db: Connection, userId: string): Promise<GuardRow[]> {
  const { rows } = await db.query<GuardRow>({
    name: 'find-guards',
    text: `select ${guardColumns} from guards where user_id = $1`,
    values: [userId],
  })
  return rows
}

export const noLimits: Limits = { payment: null, day: null, month: null }

/** Makes the books wait with what the user sends: they count it under this lock. */
export async function lockSending(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('select from pins where user_id = $1 for no key update', [userId])
}

/**
 * Adds a guard without limits for a user who has none in a currency, and counts what was sent to others today and in this month of
 * the bank, without what came back. The caller holds the lock of the books (`lockSending`).
 */
export async function startCounting(
  connection: PoolClient,
  userId: string,
  currency: Currency,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  // Where the clock of another process is ahead, its day: none of the transactions was made after that.
  const latest = await findLatestSent(connection, userId, currency)
  const day = dayOf(latest && latest > now ? latest : now, timeZone)
  const month = day.slice(0, 7)
  await connection.query(
    `insert into guards (user_id, currency, day, day_sent, month, month_sent)
     select $1, $2, $3, coalesce(sum(t.amount_minor) filter (where t.created_at >= $4), 0)::bigint, $5,
            coalesce(sum(t.amount_minor), 0)::bigint
       from accounts a
       left join transactions t on t.debit_account_id = a.id and t.created_at >= $6
                               and t.kind = any($7::text[]) and t.status <> 'failed'
      where a.user_id = $1 and a.currency = $2
     on conflict do nothing`,
    [
      userId,
      currency,
      day,
      startOfDay(day, timeZone),
      month,
      startOfDay(`${month}-01`, timeZone),
      kindsThat('isLimited'),
    ],
  )
}

/** When the latest transaction from a user's accounts in a currency was made. */
async function findLatestSent(
  connection: PoolClient,
  userId: string,
  currency: Currency,
): Promise<Date | undefined> {
  const { rows } = await connection.query<{ at: Date }>(
    `select latest.created_at as at
       from accounts a
      cross join lateral (select created_at from transactions where debit_account_id = a.id
                           order by created_at desc limit 1) latest
      where a.user_id = $1 and a.currency = $2
      order by 1 desc
      limit 1`,
    [userId, currency],
  )
  return rows[0]?.at
}

/** Replaces the limits of a guard, and those that wait. */
export async function storeLimits(
  connection: PoolClient,
  userId: string,
  currency: Currency,
  { limits, next, nextFrom }: { limits: Limits; next: Limits | null; nextFrom: Date | null },
): Promise<void> {
  await connection.query(
    `update guards
        set payment_limit = $3, day_limit = $4, month_limit = $5, next_payment_limit = $6, next_day_limit = $7,
            next_month_limit = $8, next_from = $9
      where user_id = $1 and currency = $2`,
    [
      userId,
      currency,
      ...guardSpans.map((span) => limits[span]),
      ...guardSpans.map((span) => next?.[span] ?? null),
      nextFrom,
    ],
  )
}

/** Replaces the bank's limits for one customer. The caller holds the lock of the books (`lockSending`). */
export async function storeBankLimits(
  connection: PoolClient,
  userId: string,
  currency: Currency,
  { day, month, until }: { day: bigint | null; month: bigint | null; until: Date | null },
): Promise<void> {
  await connection.query(
    `update guards set bank_day_limit = $3, bank_month_limit = $4, bank_until = $5 where user_id = $1 and currency = $2`,
    [userId, currency, day, month, until],
  )
}

/**
 * Counts what a user sends from now on, before a movement that the bank limits: without a row the books count nothing. A transfer that
 * is being decided now is counted, too: it holds the lock or waits for it.
 */
export async function countForBank(
  { db, config, clock }: Pick<Bank, 'db' | 'config' | 'clock'>,
  { madeBy: userId, currency }: Movement,
): Promise<void> {
  const { dayLimitMinor, monthLimitMinor, timeZone } = config
  if (dayLimitMinor === null && monthLimitMinor === null) return
  const { rowCount } = await db.query({
    name: 'has-guard',
    text: 'select from guards where user_id = $1 and currency = $2',
    values: [userId, currency],
  })
  if (rowCount === 1) return
  // The lock of the user waits for a first PIN that is being stored: without its row there is nothing else to lock.
  await inUserTransaction(db, userId, async (connection) => {
    await lockSending(connection, userId)
    await startCounting(connection, userId, currency, { now: new Date(clock()), timeZone })
  })
}
