import { randomBytes } from 'node:crypto'
import type { PinLock } from '@bank/ledger/snapshot'
import type { PoolClient } from 'pg'
import { hashPin } from '../books/pin.ts'
import type { Keys } from '../keys/secret-key.ts'
import type { RotatingKey } from '../keys.ts'
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

// A PIN under a SECRET_KEY that the bank no longer has can never be right again: it counts as no PIN. $2 and $3 are the
// identifiers of the keys in use, $4 that of the database's first key.
const isUsable = 'coalesce(p.key_id, $4) in ($2, $3)'

/** False for a user who was created without a PIN, and for one whose PIN depends on a key that was dropped. */
export async function isPinSet(db: Connection, userId: string, keys: Keys): Promise<boolean> {
  const { rowCount } = await db.query(`select from pins p where p.user_id = $1 and ${isUsable}`, [
    userId,
    ...keyIdsOf(keys),
  ])
  return rowCount === 1
}

/**
 * Gives a PIN to a user who has none, or whose PIN depends on a key that was dropped. False, and nothing is changed, for
 * a user who has one.
 */
export async function insertPin(
  connection: PoolClient,
  userId: string,
  { keys, pin }: { keys: Keys; pin: string },
): Promise<boolean> {
  const salt = randomBytes(16)
  const { rowCount } = await connection.query(
    `insert into pins as p (user_id, key_id, salt, hash) values ($1, $2, $5, $6)
     on conflict (user_id) do update
        set key_id = $2, salt = $5, hash = $6, wrong_count = 0, locked_until = null
      where not ${isUsable}`,
    [userId, ...keyIdsOf(keys), salt, hashPin(keys.pinKey.current, salt, pin)],
  )
  return rowCount === 1
}

function keyIdsOf({ id, previousId, firstId }: Keys): [string, string, string] {
  return [id, previousId ?? id, firstId]
}

/** From here on transfers are sent with this PIN. */
export async function setPin(
  connection: PoolClient,
  userId: string,
  { pinKey, pin }: { pinKey: RotatingKey; pin: string },
): Promise<void> {
  const salt = randomBytes(16)
  await connection.query(
    'update pins set salt = $2, hash = $3, key_id = $4, wrong_count = 0, locked_until = null where user_id = $1',
    [userId, salt, hashPin(pinKey.current, salt, pin), pinKey.id],
  )
}
