import type { Connection } from '../postgres/database.ts'

type Note = {
  readonly transactionId: string
  readonly accountId: bigint
  /** Empty when there is none. */
  readonly note: string
  readonly writtenAt: Date
}

/** The note of an account's owner on a transaction; empty when there is none. */
export async function readNote(
  db: Connection,
  { transactionId, accountId }: Pick<Note, 'transactionId' | 'accountId'>,
): Promise<string> {
  const { rows } = await db.query<{ note: string }>({
    name: 'read-note',
    text: 'select note from transaction_notes where transaction_id = $1 and account_id = $2',
    values: [transactionId, accountId],
  })
  return rows[0]?.note ?? ''
}

/** SQL for the note of an account's owner on a transaction (its table or alias in the query): a look-up for each row. */
export function noteOf(transaction: string, accountId: string): string {
  return `(select n.note from transaction_notes n where n.transaction_id = ${transaction}.id and n.account_id = ${accountId})`
}

/** Replaces the note; an empty one deletes it. */
export async function storeNote(
  db: Connection,
  { transactionId, accountId, note, writtenAt }: Note,
): Promise<void> {
  if (note === '') {
    await db.query('delete from transaction_notes where transaction_id = $1 and account_id = $2', [
      transactionId,
      accountId,
    ])
    return
  }
  await db.query(
    `insert into transaction_notes (transaction_id, account_id, note, written_at) values ($1, $2, $3, $4)
     on conflict (transaction_id, account_id) do update set note = excluded.note, written_at = excluded.written_at`,
    [transactionId, accountId, note, writtenAt],
  )
}
