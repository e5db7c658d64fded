import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

export type Role = 'customer' | 'administrator'

/** How often a user's password, email or two-factor has changed. A device cookie is good while it carries the user's present number. */
export type DeviceGeneration = number

/** What a user has told the bank about themselves, in the specification's order (§3). */
export type Profile = {
  readonly name: string
  readonly phone: string
  /** `YYYY-MM-DD`; null where nobody was asked. */
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
  readonly avatar: string | null
}

const columns = `id, email, name, role, phone, dob, gender, employment_status as "employmentStatus", country, street, city,
  state, zip, avatar`

/** What a sign-in needs to know of a user. */
export type StoredPassword = {
  readonly id: string
  readonly name: string
  /** In its unreadable form. */
  readonly passwordHash: string
  readonly deviceGeneration: DeviceGeneration
  /** Null for a password that the user chose. */
  readonly temporaryUntil: Date | null
}

/** A user's password by e-mail; undefined when nobody has the e-mail. */
export async function findPassword(db: Connection, email: string): Promise<StoredPassword | undefined> {
  const { rows } = await db.query<StoredPassword>({
    name: 'find-password',
    text: `
      select id, name, password_hash as "passwordHash", device_generation as "deviceGeneration",
             password_temporary_until as "temporaryUntil"
        from users
       where email = $1`,
    values: [email],
  })
  return rows[0]
}

/**
 * From here on the user signs in with another password, of their own choice, and no device is known. Gives the number for
 * new device cookies.
 */
export async function setPassword(
  connection: PoolClient,
  id: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<DeviceGeneration> {
  await connection.query(
    `update users set password_hash = $2, password_set_at = $3, password_temporary_until = null where id = $1`,
    [id, passwordHash, now],
  )
  return forgetDevices(connection, id)
}

/** Makes every device cookie of a user worthless. Gives the number for new ones. */
export async function forgetDevices(connection: PoolClient, id: string): Promise<DeviceGeneration> {
  const { rows } = await connection.query<{ generation: DeviceGeneration }>(
    'update users set device_generation = device_generation + 1 where id = $1 returning device_generation as generation',
    [id],
  )
  return rows[0]!.generation
}

/** The password that staff typed for a user, in its unreadable form; undefined when the user chose their own. */
export async function findTemporaryPassword(db: Connection, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ passwordHash: string }>(
    `select password_hash as "passwordHash" from users where id = $1 and password_temporary_until is not null`,
    [id],
  )
  return rows[0]?.passwordHash
}

/** Keeps the same password under the current SECRET_KEY. Nothing happens when it was changed meanwhile. */
export async function rekeyPassword(
  db: Connection,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [id, from, to])
}

/**
 * True while the stored password is the one that was looked at; false when it has been changed since. The salt tells:
 * each new password has another one, and re-keying keeps it.
 */
export async function isPasswordStill(
  connection: PoolClient,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from users where id = $1 and split_part(password_hash, '$', 4) = split_part($2, '$', 4)`,
    [id, passwordHash],
  )
  return rowCount === 1
}

export async function isEmailTaken(db: Connection, email: string): Promise<boolean> {
  const { rowCount } = await db.query('select from users where email = $1', [email])
  return rowCount === 1
}

export async function readUser(db: Connection, id: string): Promise<User> {
  const { rows } = await db.query<User>({
    name: 'read-user',
    text: `select ${columns} from users where id = $1`,
    values: [id],
  })
  return rows[0]!
}

/** What administrators at their work see of a user besides. */
export type UserDetails = User & {
  readonly createdAt: Date
  readonly passwordSetAt: Date
  /** Until when the password or PIN that staff typed can be used; null once the user chose both. */
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
             greatest(password_temporary_until, pin_temporary_until) as "temporarySecretsUntil",
             profile_version as "profileVersion"
        from users
       where id = $1`,
    values: [id],
  })
  return rows[0]
}

export async function findEmail(db: Connection, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>('select email from users where id = $1', [id])
  return rows[0]?.email
}

export async function isUser(db: Connection, id: string): Promise<boolean> {
  const { rowCount } = await db.query('select from users where id = $1', [id])
  return rowCount === 1
}

/** An administrator typed a user's password and PIN: who it was, and until when both may be used. */
export type CreatedByStaff = { readonly createdBy: string; readonly secretsTemporaryUntil: Date }

/** Adds a user, and says false instead when another user has the e-mail. `byStaff` is null for a user who registered. */
export async function insertUser(
  connection: PoolClient,
  user: Omit<User, 'avatar'> & { readonly passwordHash: string },
  { byStaff, now }: { byStaff: CreatedByStaff | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into users (id, email, name, role, password_hash, password_set_at, phone, dob, gender, employment_status,
                        country, street, city, state, zip, created_at, created_by, password_temporary_until,
                        pin_temporary_until)
     values ($1, $2, $3, $4, $5, $15, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
     on conflict (email) do nothing`,
    [
      ...[user.id, user.email, user.name, user.role, user.passwordHash, user.phone, user.dob, user.gender],
      ...[user.employmentStatus, user.country, user.street, user.city, user.state, user.zip, now],
      ...[byStaff?.createdBy ?? null, byStaff?.secretsTemporaryUntil ?? null],
    ],
  )
  return rowCount === 1
}

/** Where the user's picture is read; null for their initials. */
export async function setUserAvatar(
  connection: PoolClient,
  id: string,
  avatar: string | null,
): Promise<void> {
  await connection.query('update users set avatar = $2 where id = $1', [id, avatar])
}

/** Keeps others from opening or ending this user's sessions until the transaction ends. */
export async function lockUser(connection: PoolClient, id: string): Promise<void> {
  await connection.query('select from users where id = $1 for no key update', [id])
}
