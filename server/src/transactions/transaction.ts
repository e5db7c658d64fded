import { changeInWords, descriptionOf, type Side } from '@bank/contract/transactions/description-texts'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'
import type { HistoryAccount } from '../accounts/account.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../books/rows/transactions.ts'
import type { Connection } from '../postgres/database.ts'
import { isUnreleased } from '../postgres/known-to-payee.ts'
import { changeOf, isReturn, partiesOf } from './description.ts'
import type { HistoryEntry } from './history.ts'

/** A transaction by its id, of any account. */
export async function findTransaction(db: Connection, id: string): Promise<Transaction | undefined> {
  const { rows } = await db.query<TransactionRow>({
    name: 'find-transaction',
    text: `select ${transactionColumns} from transactions t where t.id = $1`,
    values: [id],
  })
  return rows[0] && transactionOf(rows[0])
}

/**
 * A transaction of this account, on either side. Another customer's is not found, like one that does not exist, and for its payee one
 * that is not released.
 */
export async function findOwnTransaction(
  db: Connection,
  id: string,
  accountId: bigint,
): Promise<Transaction | undefined> {
  const { rows } = await db.query<TransactionRow>({
    name: 'find-own-transaction',
    text: `
      select ${transactionColumns}
        from transactions t
       where t.id = $1 and (t.debit_account_id = $2 or t.credit_account_id = $2 and not ${isUnreleased('t')})`,
    values: [id, accountId],
  })
  return rows[0] && transactionOf(rows[0])
}

/** Whether a transaction is of an account of this user. */
export async function isTransactionOfUser(db: Connection, id: string, userId: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'is-transaction-of-user',
    text: `
      select from transactions t
        join accounts a on a.user_id = $2 and (a.id = t.debit_account_id or a.id = t.credit_account_id and not ${isUnreleased('t')})
       where t.id = $1
       limit 1`,
    values: [id, userId],
  })
  return rows.length > 0
}

/** A pending transaction of this account, on either side; undefined when none is pending. One that is not released is its sender's alone. */
export async function findPending(db: Connection, accountId: bigint): Promise<Transaction | undefined> {
  const { rows } = await db.query<TransactionRow>({
    name: 'find-pending',
    // Each side by its partial index.
    text: `
      (select ${transactionColumns} from transactions t where t.debit_account_id = $1 and t.status = 'pending' limit 1)
       union all
      (select ${transactionColumns} from transactions t where t.credit_account_id = $1 and t.status = 'pending'
          and not ${isUnreleased('t')} limit 1)`,
    values: [accountId],
  })
  return rows[0] && transactionOf(rows[0])
}

/**
 * The latest funding of an account with an amount since a moment, and who made it. A failed one is left out: its money is back. Nothing
 * is found for the repeat of a funding, which has the id `exceptId`.
 */
export async function findFundingSince(
  db: Connection,
  {
    accountId,
    amountMinor,
    since,
    exceptId,
  }: { accountId: bigint; amountMinor: bigint; since: Date; exceptId: string },
): Promise<{ createdAt: Date; madeBy: string } | undefined> {
  const { rows } = await db.query<{ createdAt: Date; madeBy: string }>({
    name: 'find-funding-since',
    text: `
      select t.created_at as "createdAt", u.name as "madeBy"
        from transactions t join users u on u.id = t.made_by
       where t.credit_account_id = $1 and t.kind = 'funding' and t.amount_minor = $2 and t.status <> 'failed'
         and t.created_at > $3 and not exists (select from transactions again where again.id = $4)
       order by t.created_at desc
       limit 1`,
    values: [accountId, amountMinor, since, exceptId],
  })
  return rows[0]
}

/** The statuses a transaction has had after its first, oldest first. */
export async function readStatusChanges(db: Connection, id: string): Promise<StatusChange[]> {
  const { rows } = await db.query<StatusChange>({
    name: 'read-status-changes',
    // The condition of the partial index, which omits first postings: they have the transaction's id.
    text: `
      select id, status, booked_at as "bookedAt", made_by as "madeBy"
        from postings
       where transaction_id = $1 and id <> transaction_id
       order by booked_at, batch_no, position`,
    values: [id],
  })
  return rows
}

/** Why staff or the bank booked postings, where the reason is for the customers of the transaction, by their ids. */
export async function readReasonsForCustomer(
  db: Connection,
  postingIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; reason: string }>({
    name: 'read-reasons-for-customer',
    text: 'select posting_id as id, reason from posting_reasons where posting_id = any ($1::uuid[]) and for_customer',
    values: [postingIds],
  })
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

/** The last statuses that a transaction has had, oldest first, each with who set it and why. For staff. */
export async function readStatusHistory(db: Connection, id: string): Promise<StatusAct[]> {
  const { rows } = await db.query<StatusAct>({
    name: 'read-status-history',
    // The first posting by its own id: the index by transaction omits it.
    text: `
      select p.status, p.booked_at as at, u.name as "by", r.reason, r.reference
        from ((select * from postings where id = $1)
               union all
              (select * from postings
                where transaction_id = $1 and id <> transaction_id
                order by booked_at desc, batch_no desc, position desc
                limit $2)) p
        left join users u on u.id = p.made_by
        left join posting_reasons r on r.posting_id = p.id
       order by p.id <> $1, p.booked_at, p.batch_no, p.position`,
    values: [id, shownStatusesMax],
  })
  return rows
}

type StatusAct = Pick<StatusChange, 'status'> & {
  readonly at: Date
  readonly by: string | null
  readonly reason: string | null
  readonly reference: string | null
}

// Enough to see how it went. A status may be set any number of times.
const shownStatusesMax = 50

/** A posting of a transaction after its first. */
type StatusChange = {
  readonly id: string
  readonly status: Status
  readonly bookedAt: Date
  readonly madeBy: string
}

/**
 * A transaction for one of its two accounts: a debit on the paying side, a credit on the other. `balances` has the account's
 * balance after its first posting, in minor units, where there is one.
 */
export function transactionView(
  transaction: Transaction,
  accountId: bigint,
  balances: ReadonlyMap<string, bigint>,
) {
  return {
    ...describeTransaction(transaction, accountId),
    balanceAfter: balanceAfterOf(transaction.id, balances),
  }
}

/** An entry as a row of the history of these accounts. */
export function historyRow(
  { accountId, postingId, amountMinor, balanceMinor, bookedAt, transaction }: HistoryEntry,
  accounts: readonly HistoryAccount[],
) {
  const described = describeTransaction(transaction, accountId)
  const change = changeOf({
    isFirst: postingId === transaction.id,
    isPayer: described.type === 'debit',
    amountMinor,
  })
  return {
    ...described,
    id: postingId,
    transactionId: transaction.id,
    account: accounts.find(({ id }) => id === accountId)!.number,
    type: amountMinor < 0n ? ('debit' as const) : ('credit' as const),
    description: `${changeInWords(change)}${described.description}`,
    createdAt: bookedAt,
    change,
    isReturn: isReturn(change),
    balanceAfter: formatMinor(balanceMinor),
  }
}

/** The balance after a posting as a decimal; null where the posting has no entry on the account. */
export function balanceAfterOf(postingId: string, balances: ReadonlyMap<string, bigint>): string | null {
  const balanceMinor = balances.get(postingId)
  return balanceMinor === undefined ? null : formatMinor(balanceMinor)
}

/** The same without the balance, which a receipt does not show. */
export function describeTransaction(transaction: Transaction, accountId: bigint) {
  const { kind, beneficiary } = transaction
  const type: Side = transaction.debitAccountId === accountId ? 'debit' : 'credit'
  const detail = type === 'debit' ? transaction.debitDetail : transaction.creditDetail
  return {
    id: transaction.id,
    kind,
    type,
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    description: descriptionOf(type, { kind, beneficiary, detail }),
    ...partiesOf(type, { kind, beneficiary, detail }),
    status: transaction.status,
    createdAt: new Date(transaction.createdAt),
    beneficiary: type === 'debit' ? beneficiary : null,
    reference: transaction.reference,
  }
}
