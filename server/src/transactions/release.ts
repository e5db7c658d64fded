import { type KindName, kinds, kindsThat } from '@bank/ledger/kinds'
import { bankItself, type Transaction } from '@bank/ledger/transaction'
import { type TransactionRow, transactionColumns, transactionOf } from '../books/rows/transactions.ts'
import type { Config } from '../config/config.ts'
import type { Connection } from '../postgres/database.ts'
import { isUnreleased } from '../postgres/known-to-payee.ts'
import type { Session } from '../sessions/session.ts'

/** The kinds that wait for their release also without an undo time: transfers to another bank. */
export const releasedKinds = kindsThat('waitsForRelease')

/**
 * When a transfer is released, in milliseconds since 1970, unless its undo time ends later, or a status that staff set releases it earlier:
 * to another bank some time after its booking, inside the bank at once.
 */
export function releasedAtOf(
  { kind, createdAt }: Pick<Transaction, 'kind' | 'createdAt'>,
  { releaseAfterMinutes }: Pick<Config, 'releaseAfterMinutes'>,
): number {
  return kinds[kind].waitsForRelease ? createdAt + releaseAfterMinutes * 60_000 : createdAt
}

/** For how long a new transfer of a customer with an undo time waits; undefined where it does not wait because of that. */
export function undoMillisecondsOf(
  kind: KindName,
  { undoSeconds }: Pick<Session, 'undoSeconds'>,
  { releaseAfterMinutes }: Pick<Config, 'releaseAfterMinutes'>,
): number | undefined {
  // One to another bank is not released before that anyway.
  const { waitsForUndo, waitsForRelease } = kinds[kind]
  const waits = waitsForUndo || (waitsForRelease && undoSeconds > releaseAfterMinutes * 60)
  return waits && undoSeconds > 0 ? undoSeconds * 1_000 : undefined
}

/** A transfer inside the bank whose undo time is over, and the number of the account that it goes to. */
export type DueRelease = { readonly transaction: Transaction; readonly payeeNumber: string }

/** The transfers inside the bank whose undo time is over, the longest first. */
export async function findDueReleases(db: Connection, now: Date, limit: number): Promise<DueRelease[]> {
  const { rows } = await db.query<TransactionRow & { payee_number: string }>({
    name: 'find-due-releases',
    text: `
      select ${transactionColumns}, payee.number as payee_number
        from releases r
        join transactions t on t.id = r.transaction_id
        join accounts payee on payee.id = t.credit_account_id
       where r.released_at is null and r.release_at <= $1
       order by r.release_at
       limit $2`,
    values: [now, limit],
  })
  return rows.map((row) => ({ transaction: transactionOf(row), payeeNumber: row.payee_number }))
}

/** Notes that the undo time of transfers to another bank is over, which moves nothing. Returns their number. */
export async function noteReleases(db: Connection, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'note-releases',
    text: `
      update releases released
         set released_at = $1
        from (select r.transaction_id
                from releases r
                join transactions t on t.id = r.transaction_id
               where r.released_at is null and r.release_at <= $2 and t.credit_account_id is null
               order by r.release_at
               limit $3
                 for update of r skip locked) due
       where released.transaction_id = due.transaction_id`,
    values: [now, new Date(now.getTime() - marginMilliseconds), limit],
  })
  return rowCount ?? 0
}

/**
 * SQL: whether the sender of a transaction can still take it back; `t` is `transactions` in the query. The parameters are the moment until
 * which what was made is released (null: nothing waits without an undo time) and `releasedKinds`.
 */
export function mayComeBack(releasedUntil: string, kinds: string): string {
  return `(t.status = 'pending'
           and (t.kind = any(${kinds}::text[]) and coalesce(t.created_at > ${releasedUntil}, false) or ${isUnreleased('t')})
           and not exists (select from postings later where later.transaction_id = t.id and later.id <> later.transaction_id))`
}

// The clock of the process that decides a taking back may be behind.
const marginMilliseconds = 60_000

/** Until when what was made is certainly released at a moment; null where nothing waits for its release. */
export function releasedUntilAt(
  now: number,
  { releaseAfterMinutes }: Pick<Config, 'releaseAfterMinutes'>,
): Date | null {
  return releaseAfterMinutes === 0 ? null : new Date(now - releaseAfterMinutes * 60_000 - marginMilliseconds)
}

/**
 * SQL: whether a transfer came back before its release: its sender took it back, or nothing could be booked on the payee's account. `t` is
 * `transactions` in the query, and of a kind that its sender may take back.
 */
export const isTakenBack = `exists (select from postings later where later.transaction_id = t.id
                                                                 and later.id <> later.transaction_id and later.status = 'failed'
                                                                 and later.made_by in (t.made_by, '${bankItself}'))`
