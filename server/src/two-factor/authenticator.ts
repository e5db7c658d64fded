import { isStaff, type Role, roles } from '@bank/contract/roles/role'
import type { PoolClient } from 'pg'
import type { Config } from '../config/config.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Connection } from '../postgres/database.ts'
import { lastValidStep, timeStepOfCode } from './one-time-code.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

/** The secret that the bank shares with a user's authenticator app. */
export type Authenticator = {
  /** Encrypted by `sealSecret`. */
  readonly secret: Buffer
  readonly begunAt: Date
  /** Null until the first right code turns two-factor on. */
  readonly turnedOnAt: Date | null
  /** The time step of the last code that was used. */
  readonly lastStep: bigint
}

export async function findAuthenticator(db: Connection, userId: string): Promise<Authenticator | undefined> {
  return (await db.query<Authenticator>(select, [userId])).rows[0]
}

/** True when a sign-in of the user needs a second factor. */
export async function isTwoFactorOn(db: Connection, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from authenticators where user_id = $1 and turned_on_at is not null',
    [userId],
  )
  return rowCount === 1
}

type SecondFactorRules = Pick<Config, 'adminSecondFactor' | 'customerSecondFactor'>

/** True where the bank requires two-factor of a user with this role. Staff are customers too. */
export function requiresSecondFactor(rules: SecondFactorRules, role: Role): boolean {
  if (rules.customerSecondFactor === 'required') return true
  return isStaff(role) && rules.adminSecondFactor === 'required'
}

/** The SQL condition for a user of the table `u` from whom the bank requires two-factor, and who has yet to set it up. */
export function lacksSecondFactor(rules: SecondFactorRules): string {
  const required = roles.filter((role) => requiresSecondFactor(rules, role))
  // The look-up of each signed-in request has this condition: where nothing is required it costs nothing.
  if (required.length === 0) return 'false'
  return `(u.role in (${required.map((role) => `'${role}'`).join()})
             and not exists (select from authenticators t where t.user_id = u.id and t.turned_on_at is not null))`
}

/** Reads a user's authenticator and locks it, so that concurrent requests cannot use the same code. */
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

/** Stores a new secret. Replaces one that was not turned on; does nothing when two-factor is on. */
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
 * Uses a code. Returns true when it is valid within half a minute of `now` and neither it nor a later one was used before.
 * Get the authenticator from `lockAuthenticator`.
 */
export async function useCode(
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
  // Sealed with a SECRET_KEY that was dropped: no code can be verified.
  if (secret === undefined) return false
  const step = timeStepOfCode(secret, code, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await connection.query('update authenticators set last_step = $2 where user_id = $1', [userId, step])
  return true
}

/** Refuses all codes that are valid at `now` or were valid before: those of the next half minutes are the first ones accepted. */
export async function refuseEarlierCodes(connection: PoolClient, now: Date): Promise<void> {
  await connection.query('update authenticators set last_step = greatest(last_step, $1)', [
    lastValidStep(now),
  ])
}

export async function turnOnAuthenticator(connection: PoolClient, userId: string, now: Date): Promise<void> {
  await connection.query('update authenticators set turned_on_at = $2 where user_id = $1', [userId, now])
}

/** `since`: only one that was turned on at that moment or later. */
export async function removeAuthenticator(
  connection: PoolClient,
  userId: string,
  since: Date | null = null,
): Promise<void> {
  await connection.query(
    'delete from authenticators where user_id = $1 and ($2::timestamptz is null or turned_on_at >= $2)',
    [userId, since],
  )
}

/** Locks and reads authenticators whose secret is sealed under a key; skips those that another transaction has locked. */
export async function lockAuthenticatorsUnderKey(
  connection: PoolClient,
  keyId: string,
  { firstId, limit }: { firstId: string; limit: number },
): Promise<{ userId: string; secret: Buffer }[]> {
  const { rows } = await connection.query<{ userId: string; secret: Buffer }>(
    `select user_id as "userId", secret
       from authenticators
      where coalesce(key_id, $2) = $1
      limit $3
        for no key update skip locked`,
    [keyId, firstId, limit],
  )
  return rows
}

/** Stores a secret that was sealed again under another key. */
export async function resealAuthenticator(
  connection: PoolClient,
  userId: string,
  { secret, keyId }: { secret: Buffer; keyId: string },
): Promise<void> {
  await connection.query('update authenticators set secret = $2, key_id = $3 where user_id = $1', [
    userId,
    secret,
    keyId,
  ])
}
