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
}

/** The random end of a message's id, short enough to say on the phone. */
export function referenceOf(id: string): string {
  return id.slice(-8).toUpperCase()
}

export async function insertSupportMessage(
  connection: PoolClient,
  supportMessage: SupportMessage,
): Promise<void> {
  const { id, userId, email, subject, message, transactionId, createdAt } = supportMessage
  await connection.query(
    `insert into support_messages (id, user_id, email, subject, message, transaction_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, email, subject, message, transactionId, createdAt],
  )
}

/** Up to `limit` messages after the one with the id `after`, newest first, with the senders' names. */
export async function findSupportMessages(
  db: Connection,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<(SupportMessage & { readonly userName: string | null })[]> {
  // Ids begin with the time, so they sort by arrival.
  const { rows } = await db.query(
    `select m.id, m.user_id as "userId", u.name as "userName", m.email, m.subject, m.message,
            m.transaction_id as "transactionId", m.created_at as "createdAt"
       from support_messages m
       left join users u on u.id = m.user_id
      where $1::uuid is null or m.id < $1
      order by m.id desc
      limit $2`,
    [after ?? null, limit],
  )
  return rows
}

/** How many messages have arrived since a moment, counted up to `countMax`. */
export async function countSupportMessages(
  db: Connection,
  { since, countMax }: { since: Date; countMax: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
       from (select created_at from support_messages order by id desc limit $2) newest
      where created_at >= $1`,
    [since, countMax],
  )
  return rows[0]!.count
}
