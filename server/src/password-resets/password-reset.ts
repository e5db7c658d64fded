import { createHash } from 'node:crypto'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import type { PoolClient } from 'pg'
import type { RotatingKey } from '../keys/derive-keys.ts'
import { linkToken, linkTokenHash, linkTokenReader } from '../mail/link-token.ts'
import { deleteOldLinks } from '../mail/outgoing-mail.ts'
import { hasFewer } from '../postgres/bounded-count.ts'
import type { Connection } from '../postgres/database.ts'
import { Refusal } from '../refusal.ts'
import { type EmailState, emailStateColumns } from '../users/user.ts'

const minute = 60_000
// Long enough to find the mail, short enough that someone who reads the mailbox later cannot use it.
const validMilliseconds = 15 * minute
const requestsMax = 3
const countingMilliseconds = 60 * minute

/** The token of a link that `markResetHandled` made valid. */
export const readResetToken = linkTokenReader('password_resets')

/** What a link chooses anew. */
export type ResetPurpose = 'password' | 'pin'

/**
 * Counts a request for an e-mail, known or not, and for each purpose. Throws `too_many_attempts` for the fourth within an hour: a
 * stranger who asks for links of the password does not use up those of the PIN.
 */
export async function countResetRequest(
  connection: PoolClient,
  { email, purpose }: { email: string; purpose: ResetPurpose },
  now: Date,
): Promise<void> {
  const name = purpose === 'password' ? 'reset' : purpose
  const key = createHash('sha256').update(`${name} ${email}`).digest()
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

const waitingResets = 'password_resets where handled_at is null'

/** Whether a request for a link is not handled, also one that another process has locked. */
export async function hasWaitingReset(db: Connection): Promise<boolean> {
  return !(await hasFewer(db, waitingResets, 1))
}

/** How many requests for a link are not handled. */
export async function countWaitingResets(db: Connection): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from ${waitingResets}`,
  )
  return rows[0]!.count
}

/** Inserts a request for a link. `askedBy` is the administrator who sent it; null for a request from a page of the user's. */
export async function insertReset(
  connection: PoolClient,
  { email, purpose, askedBy }: { email: string; purpose: ResetPurpose; askedBy: string | null },
  now: Date,
): Promise<void> {
  await connection.query(
    `insert into password_resets (id, email, purpose, asked_at, asked_by, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [timeOrderedId(now), email, purpose, now, askedBy, new Date(now.getTime() + validMilliseconds)],
  )
}

/** A request that was not handled yet. `user` is null when no user has the e-mail. */
export type ResetRequest = {
  readonly id: string
  readonly purpose: ResetPurpose
  readonly askedBy: string | null
  readonly expiresAt: Date
  readonly user: (EmailState & { readonly id: string; readonly name: string }) | null
}

/** Locks the oldest unhandled requests until the transaction ends. Skips those that another process has locked. */
export async function claimResets(connection: PoolClient, countMax: number): Promise<ResetRequest[]> {
  const { rows } = await connection.query<Omit<ResetRequest, 'user'> & UserColumns>(
    `select r.id, r.purpose, r.asked_by as "askedBy", r.expires_at as "expiresAt",
            u.id as "userId", u.name, ${emailStateColumns('u')}
       from password_resets r
       left join users u on u.email = r.email
      where r.handled_at is null
      order by r.asked_at
      limit $1
        for update of r skip locked`,
    [countMax],
  )
  return rows.map(({ id, purpose, askedBy, expiresAt, userId, ...user }) => ({
    id,
    purpose,
    askedBy,
    expiresAt,
    user: userId === null ? null : { ...user, id: userId },
  }))
}

/** All null when no user has the e-mail. */
type UserColumns = EmailState & { userId: string | null; name: string }

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

/** The user of a valid link to choose a new password; undefined when the link is invalid. Does not use the link up. */
export async function findOpenReset(
  db: Connection,
  token: string,
  now: Date,
): Promise<{ userId: string; name: string; email: string } | undefined> {
  const { rows } = await db.query<{ userId: string; name: string; email: string }>(
    `select u.id as "userId", u.name, u.email
       from password_resets r join users u on u.id = r.user_id
      where r.token_hash = $1 and r.purpose = 'password' and ${isOpen}`,
    [linkTokenHash(token), now],
  )
  return rows[0]
}

/**
 * Uses up a link of a user and every other one of the same user. Returns false, and changes nothing, when the link is not valid for
 * this user and purpose, or another request was first. Lock the user first.
 */
export async function useReset(
  connection: PoolClient,
  { token, userId, purpose }: { token: string; userId: string; purpose: ResetPurpose },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update password_resets r set used_at = $2
       from users u
      where u.id = r.user_id and r.token_hash = $1 and r.user_id = $3 and r.purpose = $4 and ${isOpen}`,
    [linkTokenHash(token), now, userId, purpose],
  )
  if (rowCount === 0) return false
  await endResets(connection, userId, now)
  return true
}

/** The purpose of a request. */
export async function findResetPurpose(db: Connection, id: string): Promise<ResetPurpose> {
  const { rows } = await db.query<{ purpose: ResetPurpose }>(
    'select purpose from password_resets where id = $1',
    [id],
  )
  return rows[0]!.purpose
}

/** Ends every link that is open and every request that has no link yet. */
export async function endAllResets(connection: PoolClient, now: Date): Promise<void> {
  await connection.query(
    `update password_resets set handled_at = coalesce(handled_at, $1), used_at = $1
      where used_at is null and (handled_at is null or token_hash is not null)`,
    [now],
  )
}

/** Ends every valid link of a user, and every request of theirs that has no link yet. Lock the user first. */
export async function endResets(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query(
    `update password_resets set handled_at = coalesce(handled_at, $2), used_at = $2
      where used_at is null
        and (user_id = $1 or (handled_at is null and email = (select email from users where id = $1)))`,
    [userId, now],
  )
}

export async function deleteOldResets(db: Connection, now: Date): Promise<number> {
  return deleteOldLinks(db, { table: 'password_resets', mailColumn: 'password_reset_id', now })
}
