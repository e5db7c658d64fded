import type { StatusChange } from '@bank/contract/admin/transactions/form'
import type { Status } from '@bank/ledger/transaction-status'
import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import { refusalOf } from '../../books/refusal-of.ts'
import type { Control } from '../../books/rows/approvals.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../../books/rows/transactions.ts'
import { holdUncredited } from '../../disputes/dispute.ts'
import { limitedSenderOf } from '../../guards/paid-beneficiary.ts'
import type { Connection } from '../../postgres/database.ts'
import { Refusal } from '../../refusal.ts'

/** A transaction with the users on its sides, the sender first, and the number of the account that receives it, if any. */
export type OwnedRow = TransactionRow & {
  readonly owners: readonly string[]
  readonly payee_number: string | null
}

/** The transactions with these ids and their owners, by id. */
export async function findOwnedTransactions(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnedRow>> {
  const { rows } = await db.query<OwnedRow>(
    `select ${transactionColumns},
            array(select a.user_id from accounts a where a.id in (t.debit_account_id, t.credit_account_id)
                   order by a.id = t.debit_account_id desc nulls last)::text[] as owners,
            (select number from accounts where id = t.credit_account_id) as payee_number
       from transactions t
      where t.id = any ($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Until the transaction ends, those of these transactions that are to come back get no credit in a dispute. Returns the ids of those that
 * have one.
 */
export async function holdForStatus(
  connection: PoolClient,
  { db }: Pick<Bank, 'db'>,
  status: Status,
  found: readonly OwnedRow[],
): Promise<ReadonlySet<string>> {
  return status === 'failed' ? holdUncredited(connection, db, found.map(transactionOf)) : new Set()
}

/**
 * Sets a status of a transaction, which moves its money (specification §4, Transaction status; departure 13). The same `changeId`
 * twice is one change: then `isRepeat` is true. Throws when the status has changed since the administrator saw it, and for the
 * administrator's own transactions. Call it inside `whileAdministrator`, or while its approval is locked; `credited` is what
 * `holdForStatus` has returned there.
 */
export async function changeStatus(
  { books, config }: Pick<Bank, 'books' | 'config'>,
  found: OwnedRow | undefined,
  {
    status,
    changeId,
    seen,
    reason,
    madeBy,
    credited,
    now,
  }: StatusChange & { readonly madeBy: string; readonly credited: ReadonlySet<string>; readonly now: Date },
  control: Control,
): Promise<{ status: Status; isRepeat: boolean }> {
  if (!found) throw new Refusal('transaction_not_found')
  if (found.owners.includes(madeBy)) throw new Refusal('own_account_edited')
  const transaction = transactionOf(found)
  const { id, route, currency, amountMinor } = transaction
  if (credited.has(id)) throw new Refusal('payment_credited')
  const outcome = await books.submit({
    type: 'change_status',
    changeId,
    transactionId: id,
    route,
    status,
    seen,
    lacksReason: reason === undefined,
    sender: limitedSenderOf(transaction, found.payee_number, config),
    madeBy,
    // The audit event is about the sender, or about the customer who was funded.
    audit: { action: 'transaction_status_set', target: found.owners[0]!, reason, ...control },
  })
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, { config, limitMinor: amountMinor, currency, now })
  }
  return { status: outcome.transaction.status, isRepeat: outcome.replayed }
}
