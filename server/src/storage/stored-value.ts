import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/**
 * What the bank keeps once, by key, in the table `settings`. `passcode`: the hash of the administrators' passcode. `demo`: there
 * once the demo people and their history are complete. `readiness`: written to see whether the database takes a write.
 */
type Key = 'passcode' | 'demo' | 'readiness'

export async function readStoredValue(db: Connection, key: Key): Promise<string | undefined> {
  const { rows } = await db.query<{ value: string }>('select value from settings where key = $1', [key])
  return rows[0]?.value
}

/** The same, and no other transaction changes it until this one ends. */
export async function lockStoredValue(connection: PoolClient, key: Key): Promise<string | undefined> {
  const { rows } = await connection.query<{ value: string }>(
    'select value from settings where key = $1 for share',
    [key],
  )
  return rows[0]?.value
}

/** When a value that is there was last written, and by which user; null for the program itself. */
export async function readStoredValueChange(
  db: Connection,
  key: Key,
): Promise<{ updatedAt: Date; updatedBy: string | null }> {
  const { rows } = await db.query(
    'select updated_at as "updatedAt", updated_by as "updatedBy" from settings where key = $1',
    [key],
  )
  return rows[0]
}

/** `updatedBy` is the user who writes it; null for the program itself. */
export async function writeStoredValue(
  db: Connection,
  { key, value, updatedBy, now }: { key: Key; value: string; updatedBy: string | null; now: Date },
): Promise<void> {
  await db.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = $2, updated_at = $3, updated_by = $4`,
    [key, value, now, updatedBy],
  )
}

/** Puts another form of the same value in its place, unless it has been changed meanwhile. */
export async function rewriteStoredValue(
  db: Connection,
  { key, from, to }: { key: Key; from: string; to: string },
): Promise<void> {
  await db.query('update settings set value = $3 where key = $1 and value = $2', [key, from, to])
}
