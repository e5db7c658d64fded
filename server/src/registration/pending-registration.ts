import type { PendingRegistrationView } from '@bank/contract/gateway/pending-registration'
import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import type { Connection } from '../postgres/database.ts'
import { deleteOldRows } from '../postgres/delete-old-rows.ts'
import { newSessionToken, sessionKeyOf } from '../sessions/session.ts'

/** A registration whose e-mail and password are given, and whose profile is not. There is no user yet. */
export type PendingRegistration = {
  /** The id that the user will have. */
  readonly id: string
  readonly email: string
  /** Empty when none was given. */
  readonly name: string
  readonly passwordHash: string
  readonly createdAt: Date
}

// Long enough to look up the numbers that the profile asks for.
const pendingMinutes = 60

const columns = `id, email, name, password_hash as "passwordHash", created_at as "createdAt"`

/** True for a row that counts at the moment `$1`: not too old, and no user has its e-mail or its id by now. */
const counts = `created_at > $1::timestamptz - interval '${pendingMinutes} minutes'
  and not exists (select from users u where u.email = pending_registrations.email or u.id = pending_registrations.id)`

/** A pending registration as the API returns it. */
export function pendingRegistrationView({
  id,
  email,
  name,
  createdAt,
}: Omit<PendingRegistration, 'passwordHash'>): PendingRegistrationView {
  const endsAt = new Date(createdAt.getTime() + pendingMinutes * 60_000)
  return { id, email, name, createdAt: createdAt.toISOString(), endsAt: endsAt.toISOString() }
}

/** By the SHA-256 of its session's cookie; undefined when the cookie opens no such session. */
export async function findPendingByToken(
  db: Connection,
  sessionKey: string,
  now: Date,
): Promise<PendingRegistration | undefined> {
  const { rows } = await db.query<PendingRegistration>({
    name: 'find-pending-by-token',
    text: `select ${columns} from pending_registrations where ${counts} and token_hash = decode($2, 'hex')`,
    values: [now, sessionKey],
  })
  return rows[0]
}

/** Undefined when the e-mail has no pending registration, or belongs to a user. */
export async function findPendingByEmail(
  db: Connection,
  email: string,
  now: Date,
): Promise<PendingRegistration | undefined> {
  const { rows } = await db.query<PendingRegistration>({
    name: 'find-pending-by-email',
    text: `select ${columns} from pending_registrations where ${counts} and email = $2`,
    values: [now, email],
  })
  return rows[0]
}

/** True when the sign-in with this e-mail resumes a registration. */
export async function hasPendingRegistration(db: Connection, email: string, now: Date): Promise<boolean> {
  return (await findPendingByEmail(db, email, now)) !== undefined
}

/**
 * Inserts a pending registration, which replaces an earlier one of the same e-mail and ends its session. Returns false when a user
 * has the id or the e-mail, and when another e-mail's registration has the id.
 */
export async function insertPendingRegistration(
  connection: PoolClient,
  { id, email, name, passwordHash, createdAt }: PendingRegistration,
): Promise<boolean> {
  for (;;) {
    await connection.query(
      `delete from pending_registrations
        where email = $1 or id = $2 and created_at <= $3::timestamptz - interval '${pendingMinutes} minutes'`,
      [email, id, createdAt],
    )
    const { rowCount } = await connection.query(
      `insert into pending_registrations (id, email, name, password_hash, created_at)
       select $1, $2, $3, $4, $5
        where not exists (select from users where id = $1 or email = $2)
       on conflict do nothing`,
      [id, email, name, passwordHash, createdAt],
    )
    if (rowCount === 1) return true
    // Of two at once for one e-mail the later one replaces the earlier one, which was committed after the deletion.
    const earlier = await connection.query('select from pending_registrations where email = $1', [email])
    if (earlier.rowCount === 0) return false
  }
}

/**
 * True when the password is that of the registration. One that matches under the previous SECRET_KEY is stored again under the
 * current one. Without a registration it does the same work and returns false. Throws `busy` when too many hashes wait.
 */
export async function pendingPasswordMatches(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  pending: PendingRegistration | undefined,
  password: string,
): Promise<boolean> {
  return passwords.verify(password, pending?.passwordHash, async (rekeyed) => {
    if (pending) await rekeyPassword(db, pending, rekeyed)
  })
}

/** Does nothing when the registration was replaced in the meantime. */
async function rekeyPassword(
  db: Connection,
  { id, passwordHash }: PendingRegistration,
  rekeyed: string,
): Promise<void> {
  await db.query('update pending_registrations set password_hash = $3 where id = $1 and password_hash = $2', [
    id,
    passwordHash,
    rekeyed,
  ])
}

/**
 * Opens the session of a pending registration, and ends an earlier one. Returns its cookie; undefined when the registration was
 * replaced since its password was verified, or completed.
 */
export async function openPendingSession(
  db: Connection,
  { id, passwordHash }: PendingRegistration,
): Promise<string | undefined> {
  const token = newSessionToken()
  // Re-keying a password keeps its salt.
  const { rowCount } = await db.query(
    `update pending_registrations
        set token_hash = decode($3, 'hex')
      where id = $1 and split_part(password_hash, '$', 4) = split_part($2, '$', 4)`,
    [id, passwordHash, sessionKeyOf(token)],
  )
  return rowCount === 1 ? token : undefined
}

/** Ends the session with this cookie's SHA-256. The registration stays pending. */
export async function clearPendingSession(db: Connection, sessionKey: string): Promise<void> {
  await db.query(`update pending_registrations set token_hash = null where token_hash = decode($1, 'hex')`, [
    sessionKey,
  ])
}

/** Ends the session of every registration; their people can still sign in and complete it. */
export async function endAllRegistrationSessions(connection: PoolClient): Promise<void> {
  await connection.query('update pending_registrations set token_hash = null where token_hash is not null')
}

/**
 * Deletes a pending registration that becomes a user, and returns it; undefined when there is none. With `sessionKey` only the
 * one that this session belongs to.
 */
export async function takePendingRegistration(
  connection: PoolClient,
  { id, sessionKey }: { id: string; sessionKey: string | undefined },
  now: Date,
): Promise<PendingRegistration | undefined> {
  const { rows } = await connection.query<PendingRegistration>(
    `delete from pending_registrations
      where ${counts} and id = $2 and ($3::text is null or token_hash = decode($3, 'hex'))
     returning ${columns}`,
    [now, id, sessionKey],
  )
  return rows[0]
}

/** Deletes the registrations that were not completed in time. Returns how many. */
export async function deleteOldRegistrations(db: Connection, now: Date): Promise<number> {
  const before = new Date(now.getTime() - pendingMinutes * 60_000)
  return deleteOldRows(db, { table: 'pending_registrations', column: 'created_at', before })
}
