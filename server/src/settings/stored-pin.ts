import { type KeyObject, randomBytes } from 'node:crypto'
import type { PinLock } from '@bank/ledger/snapshot'
import type { PoolClient } from 'pg'
import { hashPin } from '../books/pin.ts'
import type { Connection } from '../postgres/database.ts'

/** A PIN as it is stored, unreadable, and its lock. */
export type StoredPin = {
  readonly salt: Buffer
  readonly hash: Buffer
  readonly lock: PinLock
  /** Until when the PIN that staff typed may be used; null for one the user chose. */
  readonly temporaryUntil: Date | null
}

/** True for a temporary PIN whose time is over: it authorises nothing, as if there were none. */
export function isExpired({ temporaryUntil }: Pick<StoredPin, 'temporaryUntil'>, now: Date): boolean {
  return temporaryUntil !== null && temporaryUntil <= now
}

/**
 * Locks a user's PIN, as the books do before they look at it: tries at the same time, of transfers too, come one after
 * the other. Undefined for somebody who has none.
 */
export async function lockPin(connection: PoolClient, userId: string): Promise<StoredPin | undefined> {
  const { rows } = await connection.query<{
    salt: Buffer
    hash: Buffer
    wrong_count: number
    locked_until: Date | null
    pin_temporary_until: Date | null
  }>(
    `select p.salt, p.hash, p.wrong_count, p.locked_until, u.pin_temporary_until
       from pins p join users u on u.id = p.user_id
      where p.user_id = $1
        for no key update of p`,
    [userId],
  )
  const [row] = rows
  if (!row) return undefined
  const lock = { wrongCount: row.wrong_count, lockedUntil: row.locked_until?.getTime() ?? null }
  return { salt: row.salt, hash: row.hash, lock, temporaryUntil: row.pin_temporary_until }
}

/** Writes down how often the PIN has been wrong, and its lock. */
export async function setPinLock(connection: PoolClient, userId: string, lock: PinLock): Promise<void> {
  await connection.query('update pins set wrong_count = $2, locked_until = $3 where user_id = $1', [
    userId,
    lock.wrongCount,
    lock.lockedUntil === null ? null : new Date(lock.lockedUntil),
  ])
}

/** False for a user who was made without one, and for one whose temporary PIN has expired. */
export async function isPinSet(db: Connection, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pins p join users u on u.id = p.user_id
      where p.user_id = $1 and (u.pin_temporary_until is null or u.pin_temporary_until > $2)`,
    [userId, now],
  )
  return rowCount === 1
}

/** Gives a PIN to a user who has none. False, and nothing is changed, for somebody who has one. */
export async function insertPin(
  connection: PoolClient,
  userId: string,
  { pinKey, pin }: { pinKey: KeyObject; pin: string },
): Promise<boolean> {
  const salt = randomBytes(16)
  const { rowCount } = await connection.query(
    'insert into pins (user_id, salt, hash) values ($1, $2, $3) on conflict (user_id) do nothing',
    [userId, salt, hashPin(pinKey, salt, pin)],
  )
  return rowCount === 1
}

/** From here on transfers are sent with this PIN, which the user chose. */
export async function setPin(
  connection: PoolClient,
  userId: string,
  { pinKey, pin }: { pinKey: KeyObject; pin: string },
): Promise<void> {
  const salt = randomBytes(16)
  await connection.query(
    `with chosen as (
       update users set pin_temporary_until = null where id = $1 and pin_temporary_until is not null
     )
     update pins set salt = $2, hash = $3, wrong_count = 0, locked_until = null where user_id = $1`,
    [userId, salt, hashPin(pinKey, salt, pin)],
  )
}
