import { createHash } from 'node:crypto'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { linkToken, linkTokenHash } from '../mail/link-token.ts'
import { deleteOldLinks } from '../mail/outgoing-mail.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'

const minute = 60_000
// Long enough to find the mail, short enough that someone who reads the mailbox later cannot use it.
const validMilliseconds = 15 * minute
const requestsMax = 3
const countingMilliseconds = 60 * minute

/**
 * The token of a link that `markResetHandled` made valid. While SECRET_KEY is being replaced, a process with the previous key
 * may have done that.
 */
export async function readResetToken(db: Connection, key: RotatingKey, id: string): Promise<string> {
  const token = linkToken(key.current, id)
  if (key.previous === undefined) return token
  const earlier = linkToken(key.previous, id)
  const { rowCount } = await db.query('select from password_resets where id = $1 and token_hash = $2', [
    id,
    linkTokenHash(earlier),
  ])
  return rowCount === 1 ? earlier : token
}

/** Counts a request for an e-mail, known or not. Throws `too_many_attempts` for the fourth within an hour. */
export async function countResetRequest(connection: PoolClient, email: string, now: Date): Promise<void> {
  const key = createHash('sha256').update(`reset ${email}`).digest()
  const since = new Date(now.getTime() - countingMilliseconds)
  const { rowCount } = await connection.query(
    `insert into password_reset_counts as c (key, asked, since) values ($1, 1, $2)
     on conflict (key) do update
        set asked = case when c.since <= $3 then 1 else c.asked + 1 end,
            since = case when c.since <= $3 then $2 else c.since end
      where c.since <= $3 or c.asked < $4`,
    [key, now, since, requestsMax],
  )
  if (rowCount === 1) return
  const { rows } = await connection.query<{ since: Date }>(
    'select since from password_reset_counts where key = $1',
    [key],
  )
  const milliseconds = (rows[0]?.since ?? now).getTime() + countingMilliseconds - now.getTime()
  throw new Refusal('too_many_attempts', { minutes: Math.max(1, Math.ceil(milliseconds / minute)) })
}

/** Deletes expired counts. */
export async function clearResetCounts(connection: PoolClient, now: Date): Promise<void> {
  await connection.query('delete from password_reset_counts where since <= $1', [
    new Date(now.getTime() - countingMilliseconds),
  ])
}

/** Inserts a request for a link. `askedBy` is the administrator who sent it; null for a request from the sign-in page. */
export async function insertReset(
  connection: PoolClient,
  { email, askedBy }: { email: string; askedBy: string | null },
  now: Date,
): Promise<void> {
  await connection.query(
    'insert into password_resets (id, email, asked_at, asked_by, expires_at) values ($1, $2, $3, $4, $5)',
    [timeOrderedId(now), email, now, askedBy, new Date(now.getTime() + validMilliseconds)],
  )
}

/** A request that was not handled yet. `user` is null when no user has the e-mail. */
export type ResetRequest = {
  readonly id: string
  readonly askedBy: string | null
  readonly expiresAt: Date
  readonly user: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly emailChangedAt: Date | null
  } | null
}

/** Locks the oldest unhandled requests until the transaction ends. Skips those that another process has locked. */
export async function claimResets(connection: PoolClient, countMax: number): Promise<ResetRequest[]> {
  const { rows } = await connection.query<Omit<ResetRequest, 'user'> & UserColumns>(
    `select r.id, r.asked_by as "askedBy", r.expires_at as "expiresAt",
            u.id as "userId", u.name, u.email, u.email_changed_at as "emailChangedAt"
       from password_resets r
       left join users u on u.email = r.email
      where r.handled_at is null
      order by r.asked_at
      limit $1
        for update of r skip locked`,
    [countMax],
  )
  return rows.map(({ userId, name, email, emailChangedAt, ...reset }) => ({
    ...reset,
    user: userId === null ? null : { id: userId, name, email, emailChangedAt },
  }))
}

/** All null when no user has the e-mail. */
type UserColumns = {
  userId: string | null
  name: string
  email: string
  emailChangedAt: Date | null
}

/**
 * Marks a request as handled. With a `key` its link becomes valid; with null there is no link. Clears an e-mail that no user
 * has.
 */
export async function markResetHandled(
  connection: PoolClient,
  { id, user }: ResetRequest,
  { key, now }: { key: RotatingKey | null; now: Date },
): Promise<void> {
  const hash = key && linkTokenHash(linkToken(key.current, id))
  await connection.query(
    'update password_resets set handled_at = $2, user_id = $3, token_hash = $4, email = $5 where id = $1',
    [id, now, user?.id ?? null, hash, user?.email ?? ''],
  )
}

// Unused, not expired, and requested after the last change of the password and of the e-mail: either ends earlier links.
const isOpen =
  'r.used_at is null and r.expires_at > $2 and r.asked_at >= greatest(u.password_set_at, u.email_changed_at)'

/** The user of a valid link; undefined when the link is invalid. Does not use the link up. */
export async function findOpenReset(
  db: Connection,
  token: string,
  now: Date,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const { rows } = await db.query<{ userId: string; name: string; email: string }>(
    `select u.id as "userId", u.name, u.email
       from password_resets r join users u on u.id = r.user_id
      where r.token_hash = $1 and ${isOpen}`,
    [linkTokenHash(token), now],
  )
  return rows[0]
}

/** Uses up a link and every other link of the user. Returns false when another request was first. Lock the user first. */
export async function useReset(connection: PoolClient, token: string, now: Date): Promise<boolean> {
  const { rows } = await connection.query<{ user_id: string }>(
    `update password_resets r set used_at = $2
       from users u
      where u.id = r.user_id and r.token_hash = $1 and ${isOpen}
      returning r.user_id`,
    [linkTokenHash(token), now],
  )
  if (!rows[0]) return false
  await endResets(connection, rows[0].user_id, now)
  return true
}

/** Ends every link that is open and every request that has no link yet. */
export async function endAllResets(connection: PoolClient, now: Date): Promise<void> {
  await connection.query(
    `update password_resets set handled_at = coalesce(handled_at, $1), used_at = $1
      where used_at is null and (handled_at is null or token_hash is not null)`,
    [now],
  )
}

/** Ends every valid link of a user. Lock the user first. */
export async function endResets(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query('update password_resets set used_at = $2 where user_id = $1 and used_at is null', [
    userId,
    now,
  ])
}

export async function deleteOldResets(db: Connection, now: Date): Promise<number> {
  return deleteOldLinks(db, { table: 'password_resets', mailColumn: 'password_reset_id', now })
}
