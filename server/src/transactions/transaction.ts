import type { TransactionView } from '@bank/contract/transactions/view'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import { type TransactionRow, transactionColumns, transactionOf } from '../books/transaction-row.ts'
import type { Connection } from '../postgres/database.ts'
import { senderNameIn } from '../transfers/description.ts'

/** A transaction by its id, of any account. */
export async function findTransaction(db: Connection, id: string): Promise<Transaction | undefined> {
  const { rows } = await db.query<TransactionRow>({
    name: 'find-transaction',
    text: `select ${transactionColumns} from transactions t where t.id = $1`,
    values: [id],
  })
  return rows[0] && transactionOf(rows[0])
}

/** A transaction of this account, on either side. Another customer's is not found, like one that does not exist. */
export async function findOwnTransaction(
  db: Connection,
  id: string,
  accountId: bigint,
): Promise<Transaction | undefined> {
  const transaction = await findTransaction(db, id)
  const isOwn = transaction?.debitAccountId === accountId || transaction?.creditAccountId === accountId
  return isOwn ? transaction : undefined
}

/** A pending transaction of this account, on either side; undefined when none is pending. */
export async function findPending(db: Connection, accountId: bigint): Promise<Transaction | undefined> {
  const { rows } = await db.query<TransactionRow>({
    name: 'find-pending',
    // Each side by its partial index.
    text: `
      (select ${transactionColumns} from transactions t where t.debit_account_id = $1 and t.status = 'pending' limit 1)
       union all
      (select ${transactionColumns} from transactions t where t.credit_account_id = $1 and t.status = 'pending' limit 1)`,
    values: [accountId],
  })
  return rows[0] && transactionOf(rows[0])
}

/** The statuses a transaction has had after its first, oldest first. */
export async function readStatusChanges(db: Connection, id: string): Promise<StatusChange[]> {
  const { rows } = await db.query<StatusChange>({
    name: 'read-status-changes',
    // The condition of the partial index, which omits first postings: they have the transaction's id.
    text: `
      select id, status, booked_at as "bookedAt"
        from postings
       where transaction_id = $1 and id <> transaction_id
       order by booked_at, batch_no, position`,
    values: [id],
  })
  return rows
}
/** A posting of a transaction after its first. */
type StatusChange = { readonly id: string; readonly status: Status; readonly bookedAt: Date }

/**
 * SQL for the amount in transit from an account (an SQL expression), in minor units. Use it in the same statement as the
 * balance: a status change between two statements would show the money twice or not at all.
 */
export function sumInTransit(account: string): string {
  return `(select coalesce(sum(amount_minor), 0)::bigint from transactions
            where debit_account_id = ${account} and status = 'pending')`
}

/** The same for the amount of pending credits to an account, which is not part of its balance until they arrive. */
export function sumExpectedIn(account: string): string {
  return `(select coalesce(sum(amount_minor), 0)::bigint from transactions
            where credit_account_id = ${account} and status = 'pending')`
}

/**
 * A transaction for one of its two accounts: a debit on the paying side, a credit on the other. `balances` has the account's
 * balance after its first posting, in minor units, where there is one.
 */
export function transactionView(
  transaction: Transaction,
  accountId: bigint,
  balances: ReadonlyMap<string, bigint>,
): TransactionView {
  return {
    ...describeTransaction(transaction, accountId),
    balanceAfter: balanceAfterOf(transaction.id, balances),
  }
}

/** The balance after a posting as a decimal; null where the posting has no entry on the account. */
export function balanceAfterOf(postingId: string, balances: ReadonlyMap<string, bigint>): string | null {
  const balanceMinor = balances.get(postingId)
  return balanceMinor === undefined ? null : formatMinor(balanceMinor)
}

/** The same without the balance, which a receipt does not show. */
export function describeTransaction(
  transaction: Transaction,
  accountId: bigint,
): Omit<TransactionView, 'balanceAfter'> {
  const isDebit = transaction.debitAccountId === accountId
  const description = (isDebit ? transaction.debitDescription : transaction.creditDescription) ?? ''
  return {
    id: transaction.id,
    type: isDebit ? 'debit' : 'credit',
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    description,
    counterparty: (isDebit ? transaction.beneficiary?.accountName : senderNameIn(description)) ?? null,
    status: transaction.status,
    createdAt: new Date(transaction.createdAt).toISOString(),
    beneficiary: isDebit ? transaction.beneficiary : null,
    reference: transaction.reference,
  }
}
