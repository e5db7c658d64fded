import type { DisputeCause } from '@bank/contract/disputes/causes'
import type { disputeView } from '@bank/contract/disputes/view'
import type { Currency } from '@bank/ledger/currency'
import { kinds } from '@bank/ledger/kinds'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { PoolClient } from 'pg'
import type * as z from 'zod/mini'
import { endDisputeStatement, endValues } from '../books/rows/disputes.ts'
import type { Connection, Database } from '../postgres/database.ts'
import { type Person, personOf } from '../postgres/person-of.ts'
import { type HeldLock, lockRow } from '../postgres/while-held.ts'
import { disputableUntil } from './disputable.ts'

/** A disputed payment. Amounts in minor units of the account's currency. */
export type Dispute = {
  /** Also the id of its case. */
  readonly id: string
  readonly transactionId: string
  readonly accountId: bigint
  readonly user: Person
  readonly currency: Currency
  readonly cause: DisputeCause
  readonly amountMinor: bigint
  readonly openedBy: Person
  readonly openedAt: Date
  readonly dueAt: Date
  /** The transaction of the provisional credit, the account that got it, and who gave it; null without one. */
  readonly credit: {
    readonly id: string
    readonly accountId: bigint
    readonly amountMinor: bigint
    readonly by: Person
  } | null
  readonly takenBackMinor: bigint
  readonly end: {
    readonly outcome: 'customer' | 'bank'
    readonly reason: string
    readonly by: Person
    readonly at: Date
  } | null
}

type Row = Omit<Dispute, 'credit' | 'end'> & {
  creditId: string | null
  creditAccountId: bigint | null
  creditMinor: bigint | null
  creditBy: Person | null
  outcome: 'customer' | 'bank' | null
  endReason: string | null
  endedBy: Person | null
  endedAt: Date | null
}

// What was taken back of the credit of a dispute `d`.
const takenBack = `lateral (select coalesce(sum(t.amount_minor), 0)::bigint as minor from transactions t
                   where t.kind = 'credit_taking_back' and t.credit_detail = d.credit_id::text) taken`

const select = `
  select d.id, d.transaction_id as "transactionId", d.account_id as "accountId", ${personOf('u')} as user, a.currency, d.cause,
         d.amount_minor as "amountMinor", ${personOf('o')} as "openedBy", d.opened_at as "openedAt", d.due_at as "dueAt",
         d.credit_id as "creditId", c.credit_account_id as "creditAccountId", c.amount_minor as "creditMinor",
         ${personOf('g')} as "creditBy", taken.minor as "takenBackMinor", d.outcome, d.end_reason as "endReason",
         ${personOf('e')} as "endedBy", d.ended_at as "endedAt"
    from disputes d
    join accounts a on a.id = d.account_id
    join users u on u.id = d.user_id
    join users o on o.id = d.opened_by
    left join transactions c on c.id = d.credit_id
    left join users g on g.id = c.made_by
    left join users e on e.id = d.ended_by
   cross join ${takenBack}`

async function findDisputes(
  db: Connection,
  condition: string,
  values: readonly unknown[],
): Promise<Dispute[]> {
  const { rows } = await db.query<Row>(`${select} ${condition}`, [...values])
  return rows.map(
    ({ creditId, creditAccountId, creditMinor, creditBy, outcome, endReason, endedBy, endedAt, ...row }) => ({
      ...row,
      credit: creditId
        ? { id: creditId, accountId: creditAccountId!, amountMinor: creditMinor!, by: creditBy! }
        : null,
      end: outcome ? { outcome, reason: endReason!, by: endedBy!, at: endedAt! } : null,
    }),
  )
}

export async function findDispute(db: Connection, id: string): Promise<Dispute | undefined> {
  return (await findDisputes(db, 'where d.id = $1', [id]))[0]
}

/** The last dispute of a payment. */
export async function findDisputeOf(db: Connection, transactionId: string): Promise<Dispute | undefined> {
  return (
    await findDisputes(db, 'where d.transaction_id = $1 order by d.opened_at desc limit 1', [transactionId])
  )[0]
}

/** Up to `limit` disputes that ended for the bank of which something is owed, the last ones first, after the one with an id. */
export function findOwedDisputes(
  db: Connection,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Dispute[]> {
  return findDisputes(
    db,
    `where d.outcome = 'bank' and d.credit_id is not null and taken.minor < c.amount_minor
       and ($1::uuid is null or (d.ended_at, d.id) < (select ended_at, id from disputes where id = $1))
     order by d.ended_at desc, d.id desc limit $2`,
    [after ?? null, limit],
  )
}

/** Reads a dispute and locks it until the transaction ends. */
export async function lockDispute(
  connection: PoolClient,
  id: string,
  lock: HeldLock,
): Promise<Dispute | undefined> {
  await lockRow(connection, 'disputes', id, lock)
  return findDispute(connection, id)
}

/** What the bank has credited in all disputes of a payment and not taken back, in minor units. */
export async function readCreditedMinor(db: Connection, transactionId: string): Promise<bigint> {
  return (await readCredited(db, [transactionId])).get(transactionId) ?? 0n
}

/** The same by payment, of those that have such a credit. */
async function readCredited(
  db: Connection,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ id: string; minor: bigint }>(
    `select id, minor
       from (select d.transaction_id as id, sum(c.amount_minor - taken.minor)::bigint as minor
               from disputes d
               join transactions c on c.id = d.credit_id
              cross join ${takenBack}
              where d.transaction_id = any ($1::uuid[])
              group by d.transaction_id) credited
      where minor > 0`,
    [transactionIds],
  )
  return new Map(rows.map(({ id, minor }) => [id, minor]))
}

/** How much of a payment can be disputed after its last dispute, in minor units: 0 where it came back, is disputed or credited, or it is too late. */
export async function readDisputableMinor(
  db: Connection,
  { transaction, last, now }: { transaction: Transaction; last: Dispute | undefined; now: Date },
): Promise<bigint> {
  if (transaction.status === 'failed' || now >= disputableUntil(transaction)) return 0n
  if (!last) return transaction.amountMinor
  return last.end ? transaction.amountMinor - (await readCreditedMinor(db, transaction.id)) : 0n
}

/**
 * Until the transaction ends, these payments come back or their disputes get a credit in no other one. There may be no dispute to lock.
 * In one order, so that two that lock several cannot wait for each other.
 */
export async function lockPayments(
  connection: PoolClient,
  { server }: Pick<Database, 'server'>,
  transactionIds: readonly string[],
): Promise<void> {
  if (!server.locksSessions) return
  await connection.query(
    `select pg_advisory_xact_lock(hashtextextended(id, 7310579))
       from (select id from unnest($1::text[]) id order by id offset 0) ids`,
    [transactionIds],
  )
}

/**
 * Until the transaction ends, no dispute of these transactions gets a credit. Returns the ids of those that have one which is not taken
 * back: what comes back would be paid beside it.
 */
export async function holdUncredited(
  connection: PoolClient,
  { server }: Pick<Database, 'server'>,
  transactions: readonly Pick<Transaction, 'id' | 'kind'>[],
): Promise<ReadonlySet<string>> {
  const ids = transactions.filter(({ kind }) => kinds[kind].mayBeDisputed).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  await lockPayments(connection, { server }, ids)
  await connection.query(
    'select from disputes where transaction_id = any ($1::uuid[]) order by id for update',
    [ids],
  )
  return new Set((await readCredited(connection, ids)).keys())
}

/** Stores a dispute, whose case is stored. Returns false where the payment has an open one. */
export async function insertDispute(
  connection: PoolClient,
  dispute: Pick<
    Dispute,
    'id' | 'transactionId' | 'accountId' | 'cause' | 'amountMinor' | 'openedAt' | 'dueAt'
  > & {
    readonly userId: string
    readonly openedById: string
  },
): Promise<boolean> {
  const { id, transactionId, accountId, userId, cause, amountMinor, openedById, openedAt, dueAt } = dispute
  const { rowCount } = await connection.query(
    `insert into disputes (id, transaction_id, account_id, user_id, cause, amount_minor, opened_by, opened_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (transaction_id) where ended_at is null do nothing`,
    [id, transactionId, accountId, userId, cause, amountMinor, openedById, openedAt, dueAt],
  )
  return rowCount === 1
}

/** Ends a dispute without a movement, and closes its case. The caller has its lock `for update`. */
export async function storeEnd(connection: PoolClient, end: Parameters<typeof endValues>[0]): Promise<void> {
  await connection.query({ ...endDisputeStatement, values: endValues(end) })
}

/** What the customer still owes of the credit of a dispute that ended for the bank. */
export function owedOf({ credit, takenBackMinor, end }: Dispute): bigint {
  return credit && end?.outcome === 'bank' ? credit.amountMinor - takenBackMinor : 0n
}

/** A dispute as its customer sees it. */
export function viewOf(dispute: Dispute): z.input<typeof disputeView> {
  const { id, cause, amountMinor, openedAt, dueAt, credit, takenBackMinor, end } = dispute
  return {
    id,
    cause,
    amount: formatMinor(amountMinor),
    openedAt,
    dueAt,
    credit: credit && { transactionId: credit.id, amount: formatMinor(credit.amountMinor) },
    end: end && {
      outcome: end.outcome,
      at: end.at,
      reason: end.reason,
      takenBack: formatMinor(takenBackMinor),
      owed: formatMinor(owedOf(dispute)),
    },
  }
}
