import { type KeyObject, randomBytes } from 'node:crypto'
import type { PinLock } from '@bank/ledger/snapshot'
import type { PoolClient } from 'pg'
import { hashPin } from '../books/pin.ts'
import type { Connection } from '../postgres/database.ts'

/** A PIN as it is stored, unreadable, and its lock. */
export type StoredPin = { readonly salt: Buffer; readonly hash: Buffer; readonly lock: PinLock }

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
  }>('select salt, hash, wrong_count, locked_until from pins where user_id = $1 for no key update', [userId])
  const [row] = rows
  if (!row) return undefined
  const lock = { wrongCount: row.wrong_count, lockedUntil: row.locked_until?.getTime() ?? null }
  return { salt: row.salt, hash: row.hash, lock }
}

/** Writes down how often the PIN has been wrong, and its lock. */
export async function setPinLock(connection: PoolClient, userId: string, lock: PinLock): Promise<void> {
  await connection.query('update pins set wrong_count = $2, locked_until = $3 where user_id = $1', [
    userId,
    lock.wrongCount,
    lock.lockedUntil === null ? null : new Date(lock.lockedUntil),
  ])
}

/** False for somebody who was made without one. */
export async function isPinSet(db: Connection, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from pins where user_id = $1', [userId])
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

/** From here on transfers are sent with this PIN. */
export async function setPin(
  connection: PoolClient,
  userId: string,
  { pinKey, pin }: { pinKey: KeyObject; pin: string },
): Promise<void> {
  const salt = randomBytes(16)
  await connection.query(
    'update pins set salt = $2, hash = $3, wrong_count = 0, locked_until = null where user_id = $1',
    [userId, salt, hashPin(pinKey, salt, pin)],
  )
}
