import type { Currency } from '@bank/ledger/currency'
import type { Connection } from '../postgres/database.ts'

/** A pending transaction with the user and the account that paid it; of a funding, those that receive it. */
type PendingTransaction = {
  readonly id: string
  readonly userId: string
  readonly userName: string
  /** Null for the main account. */
  readonly accountNumber: string | null
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly createdAt: Date
}

/** What is pending in a currency. Its amount is exact; its transactions are counted up to the limit. */
type PendingSum = {
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly count: number
  /** When the oldest of those that are counted was made; undefined without any. */
  readonly oldestAt: Date | undefined
}

/**
 * The pending transactions, up to `$1` on each side. They are read from the indexes of what is unsettled, account by account, in
 * the order of these indexes: without it the planner may walk through all settled transactions.
 */
const pending = `
  pending as materialized (
    (select id, currency, amount_minor, created_at, debit_account_id as account_id
       from transactions
      where status = 'pending' and debit_account_id is not null
      order by debit_account_id, created_at, id
      limit $1)
     union all
    (select id, currency, amount_minor, created_at, credit_account_id
       from transactions
      where status = 'pending' and debit_account_id is null and credit_account_id is not null
      order by credit_account_id, created_at, id
      limit $1))`

/** The sums of each currency. An amount is the balance in transit, which the books keep. */
export async function sumPending(db: Connection, countMax: number): Promise<PendingSum[]> {
  const { rows } = await db.query<PendingSum & { readonly oldestAt: Date | null }>(
    `with ${pending}, counted as (
       select currency, count(*)::integer as count, min(created_at) as oldest_at from pending group by currency)
     select l.currency, sum(l.balance_minor)::bigint as "amountMinor", coalesce(max(c.count), 0) as count,
            max(c.oldest_at) as "oldestAt"
       from ledger_accounts l left join counted c on c.currency = l.currency
      where l.kind = 'in_transit'
      group by l.currency
      order by min(l.id)`,
    [countMax],
  )
  return rows.map((row) => ({ ...row, oldestAt: row.oldestAt ?? undefined }))
}

/** The oldest pending transactions among up to `countMax` on each side. */
export async function findOldestPending(
  db: Connection,
  { limit, countMax }: { limit: number; countMax: number },
): Promise<PendingTransaction[]> {
  const { rows } = await db.query<PendingTransaction>(
    `with ${pending}, oldest as materialized (select * from pending order by created_at, id limit $2)
     select o.id, u.id as "userId", u.name as "userName",
            case when not a.is_main then a.number end as "accountNumber", o.currency, o.amount_minor as "amountMinor",
            o.created_at as "createdAt"
       from oldest o join accounts a on a.id = o.account_id join users u on u.id = a.user_id
      order by o.created_at, o.id`,
    [countMax, limit],
  )
  return rows
}
