import type { RegistrationRest } from '@bank/contract/gateway/registrations/form'
import type { PendingRegistrationView } from '@bank/contract/gateway/registrations/view'
import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import type { Connection } from '../../postgres/database.ts'
import { deleteOldRows } from '../../postgres/delete-old-rows.ts'
import { Refusal } from '../../refusal.ts'
import type { NewCustomer } from '../../registration/customer.ts'
import { readDetails } from '../../registration/new-customer.ts'
import { newSessionToken, sessionKeyOf } from '../../sessions/session.ts'
import { findEmail } from '../../users/user.ts'

/** A registration whose e-mail and password are given, and whose profile is not. There is no user yet: the id is the one of later. */
export type PendingRegistration = PendingRegistrationView & { readonly passwordHash: string }

// Long enough to look up the numbers that the profile asks for.
const pendingMinutes = 60

const columns = `id, email, name, password_hash as "passwordHash", created_at as "createdAt",
  created_at + interval '${pendingMinutes} minutes' as "endsAt"`

/** True for a row that counts at the moment `$1`: not too old, and no user has its e-mail or its id by now. */
const counts = `created_at > $1::timestamptz - interval '${pendingMinutes} minutes'
  and not exists (select from users u where u.email = pending_registrations.email or u.id = pending_registrations.id)`

/** A pending registration as it is answered: without its password. */
export function pendingRegistrationView(pending: PendingRegistration): PendingRegistrationView {
  const { passwordHash: _, ...view } = pending
  return view
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

/**
 * Inserts a pending registration, which replaces an earlier one of the same e-mail and ends its session. Undefined when a user
 * has the id or the e-mail, and when another e-mail's registration has the id.
 */
export async function insertPendingRegistration(
  connection: PoolClient,
  { id, email, name, passwordHash, createdAt }: Omit<PendingRegistration, 'endsAt'>,
): Promise<PendingRegistration | undefined> {
  for (;;) {
    await connection.query(
      `delete from pending_registrations
        where email = $1 or id = $2 and created_at <= $3::timestamptz - interval '${pendingMinutes} minutes'`,
      [email, id, createdAt],
    )
    const { rows } = await connection.query<PendingRegistration>(
      `insert into pending_registrations (id, email, name, password_hash, created_at)
       select $1, $2, $3, $4, $5
        where not exists (select from users where id = $1 or email = $2)
       on conflict do nothing
       returning ${columns}`,
      [id, email, name, passwordHash, createdAt],
    )
    if (rows[0]) return rows[0]
    // Of two at once for one e-mail the later one replaces the earlier one, which was committed after the deletion.
    const earlier = await connection.query('select from pending_registrations where email = $1', [email])
    if (earlier.rowCount === 0) return undefined
  }
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

/** Ends the session of every pending registration. */
export async function endAllPendingSessions(connection: PoolClient): Promise<void> {
  await connection.query('update pending_registrations set token_hash = null where token_hash is not null')
}

/** Stores the password of a pending registration under the current SECRET_KEY, unless the registration was replaced in the meantime. */
export async function rekeyPendingPassword(
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

/** The stored passwords of all pending registrations, as SQL. */
export const pendingPasswordHashes = 'select password_hash from pending_registrations'

type SecondStep = {
  readonly form: RegistrationRest
  /** Given where the registration must be that of this session. */
  readonly sessionKey?: string
  /** The refusal when there is no such registration. */
  readonly missing: 'signed_out' | 'user_not_found'
  readonly now: Date
}

/**
 * Turns a pending registration and the form of the second step into a customer, and deletes the registration. Refuses
 * `user_id_taken` when it was completed already, another e-mail than that of the first step, and like `readDetails`.
 */
export async function takePendingCustomer(
  connection: PoolClient,
  { config }: Pick<Bank, 'config'>,
  { form: { id, ...form }, sessionKey, missing, now }: SecondStep,
): Promise<NewCustomer> {
  const details = readDetails(form, config, now)
  const { rows } = await connection.query<PendingRegistration>(
    `delete from pending_registrations
      where ${counts} and id = $2 and ($3::text is null or token_hash = decode($3, 'hex'))
     returning ${columns}`,
    [now, id, sessionKey],
  )
  const [pending] = rows
  if (!pending) throw new Refusal((await findEmail(connection, id)) === undefined ? missing : 'user_id_taken')
  if (form.email !== pending.email) {
    const detail = 'Email must be the one you registered with'
    throw new Refusal('validation', {}, [{ pointer: '/email', detail }])
  }
  return { ...details, id, passwordHash: pending.passwordHash }
}

/** Deletes the registrations that were not completed in time. Returns how many. */
export async function deleteOldRegistrations(db: Connection, now: Date): Promise<number> {
  const before = new Date(now.getTime() - pendingMinutes * 60_000)
  return deleteOldRows(db, { table: 'pending_registrations', column: 'created_at', before })
}
