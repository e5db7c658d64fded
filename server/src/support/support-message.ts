import type { SupportMessageState } from '@bank/contract/support/states'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/** A message to support. `userId` is null when the sender was not signed in. */
export type SupportMessage = {
  readonly id: string
  readonly userId: string | null
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly transactionId: string | null
  readonly createdAt: Date
  /** When it was marked as answered; null while it is open. */
  readonly answeredAt: Date | null
}

/** The random end of a message's id, short enough to say on the phone. */
export function referenceOf(id: string): string {
  return id.slice(-8).toUpperCase()
}

export async function insertSupportMessage(
  connection: PoolClient,
  supportMessage: Omit<SupportMessage, 'answeredAt'>,
): Promise<void> {
  const { id, userId, email, subject, message, transactionId, createdAt } = supportMessage
  await connection.query(
    `insert into support_messages (id, user_id, email, subject, message, transaction_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, email, subject, message, transactionId, createdAt],
  )
}

/** Up to `limit` messages of a state, or of both, after the one with the id `after`, newest first, with the senders' names. */
export async function findSupportMessages(
  db: Connection,
  {
    state,
    after,
    limit,
  }: { state: SupportMessageState | undefined; after: string | undefined; limit: number },
): Promise<(SupportMessage & { readonly userName: string | null })[]> {
  // Ids begin with the time, so they sort by arrival.
  const { rows } = await db.query(
    `select m.id, m.user_id as "userId", u.name as "userName", m.email, m.subject, m.message,
            m.transaction_id as "transactionId", m.created_at as "createdAt", m.answered_at as "answeredAt"
       from support_messages m
       left join users u on u.id = m.user_id
      where ($1::uuid is null or m.id < $1) and ${inState(state)}
      order by m.id desc
      limit $2`,
    [after ?? null, limit],
  )
  return rows
}

// Older ones are found on the page of the messages.
const searchedMax = 5_000

/** Up to `limit` of the newest messages that contain a text, newest first. */
export async function searchSupportMessages(
  db: Connection,
  text: string,
  limit: number,
): Promise<Pick<SupportMessage, 'id' | 'subject' | 'email' | 'createdAt'>[]> {
  const { rows } = await db.query(
    `select id, subject, email, created_at as "createdAt"
       from (select * from support_messages order by id desc limit ${searchedMax}) newest
      where position(lower($1) in lower(concat_ws(' ', subject, email, message))) > 0
      order by id desc
      limit $2`,
    [text, limit],
  )
  return rows
}

function inState(state: SupportMessageState | undefined): string {
  if (state === undefined) return 'true'
  return state === 'open' ? 'answered_at is null' : 'answered_at is not null'
}

/** How many messages are open, counted up to `countMax`. */
export async function countOpenMessages(db: Connection, countMax: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
       from (select from support_messages where ${inState('open')} limit $1) found`,
    [countMax],
  )
  return rows[0]!.count
}

/**
 * Marks a message as answered at a moment, or as open with null. Returns whether that changed anything; undefined when there is no
 * such message.
 */
export async function setAnswered(
  connection: PoolClient,
  id: string,
  answeredAt: Date | null,
): Promise<boolean | undefined> {
  const { rows } = await connection.query<{ isAnswered: boolean }>(
    'select answered_at is not null as "isAnswered" from support_messages where id = $1 for no key update',
    [id],
  )
  if (!rows[0]) return undefined
  if (rows[0].isAnswered === (answeredAt !== null)) return false
  await connection.query('update support_messages set answered_at = $2 where id = $1', [id, answeredAt])
  return true
}
