import type { PoolClient } from 'pg'
import type { Bank } from '../bank.ts'
import type { Connection } from '../postgres/database.ts'
import { type DeviceGeneration, forgetDevices } from '../users/user.ts'

/** The password of a user, with other data that a sign-in needs. */
export type UserPassword = {
  readonly id: string
  readonly name: string
  readonly passwordHash: string
  readonly deviceGeneration: DeviceGeneration
  /** Null for a password that the user chose. */
  readonly temporaryUntil: Date | null
}

/** A user's password by e-mail; undefined when no user has the e-mail. */
export async function findPassword(db: Connection, email: string): Promise<UserPassword | undefined> {
  const { rows } = await db.query<UserPassword>({
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
 * True when the password is the user's. A password that matches under the previous SECRET_KEY is stored again under the
 * current one. Without a user it does the same work and returns false. Throws the refusal `busy` when too many hashes wait.
 */
export async function passwordMatches(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  user: Pick<UserPassword, 'id' | 'passwordHash'> | undefined,
  password: string,
): Promise<boolean> {
  return passwords.verify(password, user?.passwordHash, async (rekeyed) => {
    if (user) await rekeyPassword(db, user, rekeyed)
  })
}

/** Does nothing when the password was changed in the meantime. */
async function rekeyPassword(
  db: Connection,
  { id, passwordHash }: Pick<UserPassword, 'id' | 'passwordHash'>,
  rekeyed: string,
): Promise<void> {
  await db.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [
    id,
    passwordHash,
    rekeyed,
  ])
}

/**
 * True while the stored password is the one that was verified. Compares the salts: each new password has a new one, and
 * re-keying keeps it.
 */
export async function isPasswordUnchanged(
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

/** The hash of a password that an administrator typed for a user; undefined when the user chose the password. */
export async function findTemporaryPassword(db: Connection, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ passwordHash: string }>(
    `select password_hash as "passwordHash" from users where id = $1 and password_temporary_until is not null`,
    [id],
  )
  return rows[0]?.passwordHash
}

/** Lets the password open no session any more: another person who knows it cannot sign in until the user chooses another one. */
export async function expirePassword(connection: PoolClient, id: string, now: Date): Promise<void> {
  await connection.query('update users set password_temporary_until = $2 where id = $1', [id, now])
}

/** Stores a password that the user chose. All device cookies become invalid; returns the generation for new ones. */
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
