import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { linkToken, linkTokenHash } from '../mail/link-token.ts'
import { deleteOldLinks } from '../mail/outgoing-mail.ts'
import type { Connection } from '../postgres/database.ts'

// A customer may not read the new mailbox on the same day.
const validMilliseconds = 24 * 60 * 60_000

/** A new e-mail that waits for the confirmation by the link mailed to it. */
export type PendingEmail = { readonly id: string; readonly email: string; readonly expiresAt: Date }

/** Inserts a pending e-mail and makes its link valid. End the user's earlier one first. */
export async function insertEmailChange(
  connection: PoolClient,
  { userId, email, askedBy }: { userId: string; email: string; askedBy: string },
  { key, now }: { key: RotatingKey; now: Date },
): Promise<PendingEmail> {
  const id = timeOrderedId(now)
  const expiresAt = new Date(now.getTime() + validMilliseconds)
  await connection.query(
    `insert into email_changes (id, user_id, new_email, asked_at, asked_by, token_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, email, now, askedBy, linkTokenHash(linkToken(key.current, id)), expiresAt],
  )
  return { id, email, expiresAt }
}

// Not confirmed, replaced, cancelled or expired.
const isPending = 'c.used_at is null and c.ended_at is null and c.expires_at > $2'

/** A user's pending e-mail; undefined when there is none. */
export async function findPendingEmail(
  db: Connection,
  userId: string,
  now: Date,
): Promise<PendingEmail | undefined> {
  const { rows } = await db.query<PendingEmail>(
    `select c.id, c.new_email as email, c.expires_at as "expiresAt"
       from email_changes c
      where c.user_id = $1 and ${isPending}`,
    [userId, now],
  )
  return rows[0]
}

/** The pending e-mails of all users after the one with this id, if given, oldest first. At most 20. */
export async function findPendingEmailsAfter(
  db: Connection,
  id: string | undefined,
  now: Date,
): Promise<PendingEmail[]> {
  const { rows } = await db.query<PendingEmail>(
    `select c.id, c.new_email as email, c.expires_at as "expiresAt"
       from email_changes c
      where ($1::uuid is null or c.id > $1) and ${isPending}
      order by c.id
      limit 20`,
    [id ?? null, now],
  )
  return rows
}

/** The user whose pending e-mail this token confirms; undefined when the token is invalid. Does not use it up. */
export async function findUserOfToken(db: Connection, token: string, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    `select c.user_id as "userId" from email_changes c where c.token_hash = $1 and ${isPending}`,
    [linkTokenHash(token), now],
  )
  return rows[0]?.userId
}

/** Uses up a token and returns the new e-mail; undefined when another request was first. Lock the user first. */
export async function useEmailChange(
  connection: PoolClient,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ email: string }>(
    `update email_changes c set used_at = $2
      where c.token_hash = $1 and ${isPending}
     returning c.new_email as email`,
    [linkTokenHash(token), now],
  )
  return rows[0]?.email
}

/** Ends a user's pending e-mail, and with it the link. Lock the user first. */
export async function endEmailChange(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query(
    'update email_changes set ended_at = $2 where user_id = $1 and used_at is null and ended_at is null',
    [userId, now],
  )
}

/** Ends the pending email of every user. */
export async function endAllEmailChanges(connection: PoolClient, now: Date): Promise<void> {
  await connection.query(
    'update email_changes set ended_at = $1 where used_at is null and ended_at is null',
    [now],
  )
}

/** The token of a link. While SECRET_KEY is being replaced, a process with the previous key may have made it. */
export async function readEmailToken(db: Connection, key: RotatingKey, id: string): Promise<string> {
  const token = linkToken(key.current, id)
  if (key.previous === undefined) return token
  const earlier = linkToken(key.previous, id)
  const { rowCount } = await db.query('select from email_changes where id = $1 and token_hash = $2', [
    id,
    linkTokenHash(earlier),
  ])
  return rowCount === 1 ? earlier : token
}

export async function deleteOldEmailChanges(db: Connection, now: Date): Promise<number> {
  return deleteOldLinks(db, { table: 'email_changes', mailColumn: 'email_change_id', now })
}
