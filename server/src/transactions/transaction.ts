import type { TransactionView } from '@bank/contract/views'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import { type TransactionRow, transactionColumns, transactionOf } from '../books/transaction-row.ts'
import type { Connection } from '../postgres/database.ts'

/** A place in an account's history: everything after it is older. */
export type HistoryPlace = { readonly createdAt: Date; readonly id: string }

/** A transaction by its id, whoever's it is. */
export async function findTransaction(db: Connection, id: string): Promise<Transaction | undefined> {
  const { rows } = await db.query<TransactionRow>({
    name: 'find-transaction',
    text: `select ${transactionColumns} from transactions t where t.id = $1`,
    values: [id],
  })
  return rows[0] && transactionOf(rows[0])
}

/** Up to `limit` of an account's transactions, of both sides, newest first, after a place in the history. */
export async function readHistory(
  db: Connection,
  accountId: bigint,
  { after, limit }: { after: HistoryPlace | undefined; limit: number },
): Promise<Transaction[]> {
  const { rows } = await db.query<TransactionRow>({
    name: 'read-history',
    text: `
      select ${transactionColumns}
        from (${historyOf('debit_account_id')} union all ${historyOf('credit_account_id')}) t
       order by t.created_at desc, t.id desc
       limit $4`,
    values: [
      accountId,
      after?.createdAt ?? 'infinity',
      after?.id ?? '00000000-0000-0000-0000-000000000000',
      limit,
    ],
  })
  return rows.map(transactionOf)
}

// One index scan on each side; never an offset, so the last page costs what the first does.
function historyOf(side: 'debit_account_id' | 'credit_account_id'): string {
  return `(
    select * from transactions
     where ${side} = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
     order by created_at desc, id desc
     limit $4)`
}

/** How many transactions an account has, counted up to `most`. */
export async function countHistory(db: Connection, accountId: bigint, most: number): Promise<number> {
  const { rows } = await db.query<{ count: bigint }>({
    name: 'count-history',
    text: `
      select count(*) as count
        from (
          (select 1 from transactions where debit_account_id = $1 limit $2)
          union all
          (select 1 from transactions where credit_account_id = $1 limit $2)
        ) t`,
    values: [accountId, most],
  })
  return Math.min(Number(rows[0]!.count), most)
}

/** What is sent from an account and has not arrived, in minor units. */
export async function sumInTransit(db: Connection, accountId: bigint): Promise<bigint> {
  const { rows } = await db.query<{ sum: bigint }>({
    name: 'sum-in-transit',
    text: `
      select coalesce(sum(amount_minor), 0)::bigint as sum
        from transactions
       where debit_account_id = $1 and status = 'pending'`,
    values: [accountId],
  })
  return rows[0]!.sum
}

/** A transaction as one of its two accounts sees it: a debit on the paying side, a credit on the other. */
export function transactionView(transaction: Transaction, accountId: bigint): TransactionView {
  const isDebit = transaction.debitAccountId === accountId
  return {
    id: transaction.id,
    type: isDebit ? 'debit' : 'credit',
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    description: (isDebit ? transaction.debitDescription : transaction.creditDescription) ?? '',
    status: transaction.status,
    createdAt: new Date(transaction.createdAt).toISOString(),
    beneficiary: isDebit ? transaction.beneficiary : null,
  }
}
