import { randomBytes } from 'node:crypto'
import type { PinLock } from '@bank/ledger/snapshot'
import type { PoolClient } from 'pg'
import { hashPin } from '../books/pin.ts'
import type { RotatingKey } from '../keys/derive-keys.ts'
import type { Keys } from '../keys/secret-key.ts'
import type { Connection } from '../postgres/database.ts'

/** The hash of a PIN, as it is stored, and its lock. */
export type StoredPin = {
  readonly salt: Buffer
  readonly hash: Buffer
  readonly lock: PinLock
  /** The SECRET_KEY it depends on; null for the database's first one. */
  readonly keyId: string | null
  /** Until when a PIN that an administrator typed can be used; null for one that the user chose. */
  readonly temporaryUntil: Date | null
}

/** True for a temporary PIN after its 7 days: it authorises nothing, like no PIN. */
export function isExpired({ temporaryUntil }: Pick<StoredPin, 'temporaryUntil'>, now: Date): boolean {
  return temporaryUntil !== null && temporaryUntil <= now
}

/** True for a PIN under a SECRET_KEY that the bank no longer has: it can never match, like no PIN. */
export function isKeyDropped(
  { keyId }: Pick<StoredPin, 'keyId'>,
  { id, previousId, firstId }: Keys,
): boolean {
  return ![id, previousId].includes(keyId ?? firstId)
}

/**
 * Locks and reads a user's PIN. The books lock it too before they check it, so concurrent attempts are checked one after the
 * other. Undefined for a user without a PIN.
 */
export async function lockPin(connection: PoolClient, userId: string): Promise<StoredPin | undefined> {
  const { rows } = await connection.query<PinRow>(
    `select p.salt, p.hash, p.wrong_count as "wrongCount", p.locked_until as "lockedUntil",
            p.last_attempt as "lastAttempt", p.missed_count as "missedCount", p.missed_since as "missedSince",
            p.key_id as "keyId", u.pin_temporary_until as "temporaryUntil"
       from pins p join users u on u.id = p.user_id
      where p.user_id = $1
        for no key update of p`,
    [userId],
  )
  if (!rows[0]) return undefined
  const { lockedUntil, wrongCount, lastAttempt, missedCount, missedSince, ...pin } = rows[0]
  const lock = { wrongCount, lastAttempt, lockedUntil: lockedUntil?.getTime() ?? null }
  if (missedSince === null) return { ...pin, lock }
  return { ...pin, lock: { ...lock, misses: { count: missedCount, since: missedSince.getTime() } } }
}

type PinRow = Omit<StoredPin, 'lock'> &
  Pick<PinLock, 'wrongCount' | 'lastAttempt'> & {
    readonly lockedUntil: Date | null
    readonly missedCount: number
    readonly missedSince: Date | null
  }

/** Until when a user's PIN is locked after wrong ones; null when it is not. */
export async function findPinLockEnd(db: Connection, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ lockedUntil: Date }>(
    'select locked_until as "lockedUntil" from pins where user_id = $1 and locked_until > $2',
    [userId, now],
  )
  return rows[0]?.lockedUntil ?? null
}

/** Stores how often the PIN has been wrong, and its lock, and how often a payee's number was. */
export async function setPinLock(connection: PoolClient, userId: string, lock: PinLock): Promise<void> {
  await connection.query(
    `update pins set wrong_count = $2, locked_until = $3, last_attempt = $4, missed_count = $5, missed_since = $6
      where user_id = $1`,
    [
      userId,
      lock.wrongCount,
      lock.lockedUntil === null ? null : new Date(lock.lockedUntil),
      lock.lastAttempt,
      lock.misses?.count ?? 0,
      lock.misses === undefined ? null : new Date(lock.misses.since),
    ],
  )
}

/** False for a user who was created without a PIN, and for one whose PIN has expired or depends on a dropped key. */
export async function isPinSet(
  db: Connection,
  userId: string,
  { keys: { id, previousId, firstId }, now }: { keys: Keys; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pins p join users u on u.id = p.user_id
      where p.user_id = $1 and (u.pin_temporary_until is null or u.pin_temporary_until > $2)
        and coalesce(p.key_id, $3) in ($4, $5)`,
    [userId, now, firstId, id, previousId ?? id],
  )
  return rowCount === 1
}

// A user can set limits before a PIN: the trigger on `guards` then has no row in which to note them.
const hasGuards = 'exists (select from guards where user_id = $1)'

/** Gives a PIN to a user who has none. Returns false and changes nothing when the user has one. */
export async function insertPin(
  connection: PoolClient,
  userId: string,
  { pinKey, pin }: { pinKey: RotatingKey; pin: string },
): Promise<boolean> {
  const salt = randomBytes(16)
  const { rowCount } = await connection.query(
    `insert into pins (user_id, salt, hash, key_id, has_guards) values ($1, $2, $3, $4, ${hasGuards})
     on conflict (user_id) do nothing`,
    [userId, salt, hashPin(pinKey.current, salt, pin), pinKey.id],
  )
  return rowCount === 1
}

/** Gives a user a PIN that the user chose, instead of an earlier one if there is one, and ends its lock. */
export async function setPin(
  connection: PoolClient,
  userId: string,
  { pinKey, pin }: { pinKey: RotatingKey; pin: string },
): Promise<void> {
  const salt = randomBytes(16)
  await connection.query(
    `with chosen as (
       update users set pin_temporary_until = null where id = $1 and pin_temporary_until is not null
     )
     insert into pins (user_id, salt, hash, key_id, has_guards) values ($1, $2, $3, $4, ${hasGuards})
     on conflict (user_id) do update
        set salt = $2, hash = $3, key_id = $4, wrong_count = 0, locked_until = null`,
    [userId, salt, hashPin(pinKey.current, salt, pin), pinKey.id],
  )
}
