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

/** When the oldest open message was written; undefined without any. */
export async function findOldestOpenMessage(db: Connection): Promise<Date | undefined> {
  const { rows } = await db.query<{ createdAt: Date }>(
    'select created_at as "createdAt" from support_messages where answered_at is null order by id limit 1',
  )
  return rows[0]?.createdAt
}

/** A message with what staff see of it. */
type MessageForStaff = SupportMessage & {
  readonly userName: string | null
  readonly addressOwner: Person | null
  readonly owner: Person | null
  readonly answers: readonly { id: string; text: string; by: Person; at: string }[]
}

type Person = { readonly id: string; readonly name: string }

const personOf = (alias: string) =>
  `case when ${alias}.id is not null then jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) end`

/** Up to `limit` messages of a state, or of both, after the one with the id `after`, newest first, with the senders' names. */
export async function findSupportMessages(
  db: Connection,
  {
    state,
    after,
    limit,
  }: { state: SupportMessageState | undefined; after: string | undefined; limit: number },
): Promise<MessageForStaff[]> {
  // Ids begin with the time, so they sort by arrival.
  const { rows } = await db.query(
    `select m.id, m.user_id as "userId", u.name as "userName", m.email, m.subject, m.message,
            m.transaction_id as "transactionId", m.created_at as "createdAt", m.answered_at as "answeredAt",
            ${personOf('a')} as "addressOwner", ${personOf('o')} as owner,
            coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'text', r.text, 'at', r.answered_at,
                                                          'by', ${personOf('w')}) order by r.answered_at)
                        from support_answers r left join users w on w.id = r.author_id
                       where r.message_id = m.id), '[]') as answers
       from support_messages m
       left join users u on u.id = m.user_id
       left join users a on a.email = m.email and m.user_id is null
       left join users o on o.id = m.taken_by
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

/** What decides about a message, which is locked: whether it is answered, who has taken it, and what an answer to it needs. */
export type LockedMessage = Pick<SupportMessage, 'userId' | 'email' | 'subject'> & {
  readonly isAnswered: boolean
  readonly takenBy: Person | null
}

/** Locks and reads a message; undefined when there is no such message. */
export async function lockMessage(connection: PoolClient, id: string): Promise<LockedMessage | undefined> {
  // By a statement of its own: one that waits reads the message again, and not what is joined to it.
  await connection.query('select from support_messages where id = $1 for no key update', [id])
  const { rows } = await connection.query<LockedMessage>(
    `select m.user_id as "userId", m.email, m.subject, m.answered_at is not null as "isAnswered",
            ${personOf('o')} as "takenBy"
       from support_messages m
       left join users o on o.id = m.taken_by
      where m.id = $1`,
    [id],
  )
  return rows[0]
}

/** Marks a message as answered at a moment, or as open with null. */
export async function setAnswered(
  connection: PoolClient,
  id: string,
  answeredAt: Date | null,
): Promise<void> {
  await connection.query('update support_messages set answered_at = $2 where id = $1', [id, answeredAt])
}

/** Makes an administrator the owner of a message, or leaves it without one. */
export async function setOwner(connection: PoolClient, id: string, userId: string | null): Promise<void> {
  await connection.query('update support_messages set taken_by = $2 where id = $1', [id, userId])
}

/** Stores an answer. Returns false for a repeat under the same id. */
export async function insertAnswer(
  connection: PoolClient,
  answer: { id: string; messageId: string; authorId: string; text: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into support_answers (id, message_id, author_id, text, answered_at) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing`,
    [answer.id, answer.messageId, answer.authorId, answer.text, answer.now],
  )
  return rowCount === 1
}

type OwnMessage = Pick<SupportMessage, 'id' | 'subject' | 'message' | 'createdAt'> & {
  readonly state: 'open' | 'taken' | 'answered'
  readonly answers: readonly { id: string; text: string; at: string }[]
}

/** The last `limit` messages that a user wrote while signed in, newest first, with the answers. */
export async function findOwnMessages(db: Connection, userId: string, limit: number): Promise<OwnMessage[]> {
  const { rows } = await db.query<OwnMessage>(
    `select m.id, m.subject, m.message, m.created_at as "createdAt",
            case when m.answered_at is not null then 'answered' when m.taken_by is not null then 'taken' else 'open' end as state,
            coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'text', r.text, 'at', r.answered_at)
                                       order by r.answered_at)
                        from support_answers r where r.message_id = m.id), '[]') as answers
       from support_messages m
      where m.user_id = $1
      order by m.created_at desc, m.id desc
      limit $2`,
    [userId, limit],
  )
  return rows
}
