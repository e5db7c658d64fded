import type { PoolClient } from 'pg'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Connection } from '../postgres/database.ts'
import { stepOfCode } from './one-time-code.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

/** A customer's authenticator app, as the bank knows it. */
export type Authenticator = {
  /** Sealed. */
  readonly secret: Buffer
  readonly begunAt: Date
  /** Null until the first right code: then two-factor is on. */
  readonly turnedOnAt: Date | null
  readonly lastStep: bigint
}

/** The user's authenticator; undefined for somebody who has none. */
export async function findAuthenticator(db: Connection, userId: string): Promise<Authenticator | undefined> {
  return (await db.query<Authenticator>(select, [userId])).rows[0]
}

/** Whether signing in asks the user for a second factor. */
export async function isTwoFactorOn(db: Connection, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from authenticators where user_id = $1 and turned_on_at is not null',
    [userId],
  )
  return rowCount === 1
}

/** The user's authenticator, and nobody else looks at its codes until the transaction ends. */
export async function lockAuthenticator(
  connection: PoolClient,
  userId: string,
): Promise<Authenticator | undefined> {
  return (await connection.query<Authenticator>(`${select} for no key update`, [userId])).rows[0]
}

const select = `
  select secret, begun_at as "begunAt", turned_on_at as "turnedOnAt", last_step as "lastStep"
    from authenticators
   where user_id = $1`

/** Puts a new secret in the place of one whose code was never shown. */
export async function beginAuthenticator(
  connection: PoolClient,
  userId: string,
  { key, secret, now }: { key: RotatingKey; secret: Uint8Array; now: Date },
): Promise<void> {
  await connection.query(
    `insert into authenticators as a (user_id, secret, key_id, begun_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update
        set secret = $2, key_id = $3, begun_at = $4, last_step = 0
      where a.turned_on_at is null`,
    [userId, sealSecret(key.current, userId, secret), key.id, now],
  )
}

/**
 * Takes a code, once: true when the authenticator shows it within half a minute of `now` and neither it nor a later one
 * has been taken. The authenticator is one that `lockAuthenticator` gave.
 */
export async function takeCode(
  connection: PoolClient,
  userId: string,
  {
    authenticator,
    key,
    code,
    now,
  }: { authenticator: Authenticator; key: RotatingKey; code: string; now: Date },
): Promise<boolean> {
  const secret = openSecret(key, userId, authenticator.secret)
  // Sealed with a key that was dropped: no code can be right, and the owner needs another way in.
  if (secret === undefined) return false
  const step = stepOfCode(secret, code, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await connection.query('update authenticators set last_step = $2 where user_id = $1', [userId, step])
  return true
}

/** From here on signing in asks for a code. */
export async function turnOnAuthenticator(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query('update authenticators set turned_on_at = $2 where user_id = $1', [userId, now])
}

/** Forgets the secret: from here on the password is enough. */
export async function removeAuthenticator(connection: PoolClient, userId: string): Promise<void> {
  await connection.query('delete from authenticators where user_id = $1', [userId])
}
