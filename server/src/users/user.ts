import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

export type Role = 'customer' | 'administrator'

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

/** When the user's e-mail was last replaced; null when it never was. */
export async function findEmailChangedAt(db: Connection, id: string): Promise<Date | null> {
  const { rows } = await db.query<{ emailChangedAt: Date | null }>(
    'select email_changed_at as "emailChangedAt" from users where id = $1',
    [id],
  )
  return rows[0]?.emailChangedAt ?? null
}

/** Replaces a user's e-mail. Fails with a unique violation when another user has it. */
export async function setEmail(
  connection: PoolClient,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  await connection.query(
    `update users
        set email = $2, email_changed_at = $3, profile_version = profile_version + 1
      where id = $1`,
    [userId, email, now],
  )
}

/** The administrator who created a user, and the expiry of the password and PIN that the administrator typed. */
export type CreatedByAdministrator = { readonly createdBy: string; readonly secretsTemporaryUntil: Date }

/**
 * Inserts a user. Returns false when another user has the e-mail. `byAdministrator` is null for a user who registered.
 */
export async function insertUser(
  connection: PoolClient,
  user: Omit<User, 'avatar'> & { readonly passwordHash: string },
  { byAdministrator, now }: { byAdministrator: CreatedByAdministrator | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into users (id, email, name, role, password_hash, phone, dob, gender, employment_status, country, street,
                        city, state, zip, created_at, password_set_at, created_by, password_temporary_until,
                        pin_temporary_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $17)
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
