import type { Role } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import type { Connection, Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'

/**
 * Counts the changes of a user's password, e-mail and two-factor. A device cookie is valid while it carries the user's
 * current number.
 */
export type DeviceGeneration = number

/** A user's personal details, in the specification's order (§3). */
export type Profile = {
  readonly name: string
  readonly phone: string
  /** `YYYY-MM-DD`; null for an administrator who was made without details. */
  readonly dob: string | null
  readonly gender: string
  readonly employmentStatus: string
  readonly country: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** Anyone who can sign in. */
export type User = Profile & {
  readonly id: string
  /** Trimmed and in lower case. */
  readonly email: string
  readonly role: Role
  /** The URL of the picture; null for the initials. */
  readonly avatar: string | null
}

const columns = `id, email, name, role, phone, dob, gender, employment_status as "employmentStatus", country, street, city,
  state, zip, avatar`

export async function readUser(db: Connection, id: string): Promise<User> {
  const { rows } = await db.query<User>({
    name: 'read-user',
    text: `select ${columns} from users where id = $1`,
    values: [id],
  })
  return rows[0]!
}

/** A user with what only administrators see. */
export type UserDetails = User & {
  readonly createdAt: Date
  readonly passwordSetAt: Date
  /** When the user or staff confirmed the e-mail; null until then. */
  readonly emailConfirmedAt: Date | null
  /** The expiry of the password and PIN that an administrator typed; null once the user chose both. */
  readonly temporarySecretsUntil: Date | null
  /** Goes up with every change of the details. */
  readonly profileVersion: number
}

/** Undefined when there is no such user. */
export async function findUserDetails(db: Connection, id: string): Promise<UserDetails | undefined> {
  const { rows } = await db.query({
    name: 'find-user-details',
    text: `
      select ${columns}, created_at as "createdAt", password_set_at as "passwordSetAt",
             email_confirmed_at as "emailConfirmedAt",
             greatest(password_temporary_until, pin_temporary_until) as "temporarySecretsUntil",
             profile_version as "profileVersion"
        from users
       where id = $1`,
    values: [id],
  })
  return rows[0]
}

export async function isEmailTaken(db: Connection, email: string): Promise<boolean> {
  const { rowCount } = await db.query('select from users where email = $1', [email])
  return rowCount === 1
}

export async function findEmail(db: Connection, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>('select email from users where id = $1', [id])
  return rows[0]?.email
}

/** What decides about mail to a user's e-mail. */
export type EmailState = {
  readonly email: string
  /** When the user or staff confirmed it; null until then. */
  readonly emailConfirmedAt: Date | null
  /** When it was last replaced; null when it never was. */
  readonly emailChangedAt: Date | null
  /** Whether it is one that its owner took back. */
  readonly isEmailRestored: boolean
}

/** The columns of an `EmailState`, of the table with this alias. */
export const emailStateColumns = (alias: string) =>
  `${alias}.email, ${alias}.email_confirmed_at as "emailConfirmedAt", ${alias}.email_changed_at as "emailChangedAt",
   ${alias}.email_is_restored as "isEmailRestored"`

/** Undefined when there is no such user. */
export async function findEmailState(db: Connection, id: string): Promise<EmailState | undefined> {
  const { rows } = await db.query<EmailState>(
    `select ${emailStateColumns('u')} from users u where u.id = $1`,
    [id],
  )
  return rows[0]
}

/** `settled` is an e-mail that is confirmed and was not replaced for some hours. */
export type EmailStanding = 'settled' | 'not_confirmed' | 'changed_recently'

/**
 * Tells whether a user's e-mail is confirmed and was not replaced for this number of hours. The first e-mail of a user was never
 * replaced.
 */
export async function findEmailStanding(
  db: Connection,
  userId: string,
  { hours, now }: { hours: number; now: Date },
): Promise<EmailStanding> {
  const { rows } = await db.query<{ standing: EmailStanding }>(
    `select case when email_confirmed_at is null then 'not_confirmed'
                 when email_changed_at > $2::timestamptz - make_interval(hours => $3) then 'changed_recently'
                 else 'settled' end as standing
       from users
      where id = $1`,
    [userId, now, hours],
  )
  return rows[0]!.standing
}

/**
 * Replaces a user's e-mail by one that is confirmed. `isRestored` for one that its owner takes back. Fails with a unique violation
 * when another user has it.
 */
export async function setEmail(
  connection: PoolClient,
  {
    userId,
    email,
    isRestored = false,
    now,
  }: { userId: string; email: string; isRestored?: boolean; now: Date },
): Promise<void> {
  await connection.query(
    `update users
        set email = $2, email_changed_at = $3, email_confirmed_at = $3, email_is_restored = $4,
            profile_version = profile_version + 1
      where id = $1`,
    [userId, email, now, isRestored],
  )
}

/** Marks a user's e-mail as confirmed. Lock the user first. */
export async function setEmailConfirmed(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query('update users set email_confirmed_at = $2 where id = $1', [userId, now])
}

/** The administrator who created a user, and the expiry of the password and PIN that the administrator typed. */
export type CreatedByAdministrator = { readonly createdBy: string; readonly secretsTemporaryUntil: Date }

/** Who made a user: `byAdministrator` when an administrator typed the secrets. A user who registers has an e-mail that was never confirmed. */
export type UserOrigin = {
  readonly byAdministrator?: CreatedByAdministrator | null
  readonly isEmailConfirmed?: boolean
}

/** Inserts a user, with a confirmed e-mail unless the origin says otherwise. Returns false when another user has the e-mail. */
export async function insertUser(
  connection: PoolClient,
  user: Omit<User, 'avatar'> & { readonly passwordHash: string },
  { byAdministrator, isEmailConfirmed = true, now }: UserOrigin & { now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into users (id, email, name, role, password_hash, phone, dob, gender, employment_status, country, street,
                        city, state, zip, created_at, password_set_at, created_by, password_temporary_until,
                        pin_temporary_until, email_confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $17, $18)
     on conflict (email) do nothing`,
    [
      user.id,
      user.email,
      user.name,
      user.role,
      user.passwordHash,
      user.phone,
      user.dob,
      user.gender,
      user.employmentStatus,
      user.country,
      user.street,
      user.city,
      user.state,
      user.zip,
      now,
      byAdministrator?.createdBy ?? null,
      byAdministrator?.secretsTemporaryUntil ?? null,
      isEmailConfirmed ? now : null,
    ],
  )
  return rowCount === 1
}

/** Sets the URL of the user's picture; null shows the initials. */
export async function setUserAvatar(
  connection: PoolClient,
  id: string,
  avatar: string | null,
): Promise<void> {
  await connection.query('update users set avatar = $2 where id = $1', [id, avatar])
}

/** Invalidates every device cookie of a user. Returns the generation for new ones. */
export async function forgetDevices(connection: PoolClient, id: string): Promise<DeviceGeneration> {
  const { rows } = await connection.query<{ generation: DeviceGeneration }>(
    'update users set device_generation = device_generation + 1 where id = $1 returning device_generation as generation',
    [id],
  )
  return rows[0]!.generation
}

/** Makes other transactions that open or end this user's sessions wait until this one ends. */
export async function lockUser(connection: PoolClient, id: string): Promise<void> {
  await connection.query('select from users where id = $1 for no key update', [id])
}

/** Runs the work in a transaction in which the user is locked (`lockUser`). Throws like `inTransaction`. */
export function inUserTransaction<Result>(
  db: Database,
  userId: string,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (connection) => {
    await lockUser(connection, userId)
    return work(connection)
  })
}

/** Stores a user's undo time and returns whether that changed anything. */
export async function storeUndoTime(connection: PoolClient, id: string, seconds: number): Promise<boolean> {
  const { rowCount } = await connection.query(
    'update users set undo_seconds = $2 where id = $1 and undo_seconds <> $2',
    [id, seconds],
  )
  return rowCount === 1
}
