import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/**
 * The keys of the table `settings`. `passcode`: the hash of the administrators' passcode. `demo`: set once the demo people and
 * their history are complete. `readiness`: written to test whether the database accepts a write. `jobs`: `paused` from a restore
 * until an operator resumes the jobs. `forensics`: there from a restore for forensics on. `faults`: which faults there are and what
 * the operator was told of them, as JSON. `alerts`: the same of what staff are alerted about.
 */
type Key = 'passcode' | 'demo' | 'readiness' | 'jobs' | 'forensics' | 'faults' | 'alerts'

export async function readStoredValue(db: Connection, key: Key): Promise<string | undefined> {
  const { rows } = await db.query<{ value: string }>('select value from settings where key = $1', [key])
  return rows[0]?.value
}

/** Reads a value and locks it against changes until the transaction ends. */
export async function lockStoredValue(connection: PoolClient, key: Key): Promise<string | undefined> {
  const { rows } = await connection.query<{ value: string }>(
    'select value from settings where key = $1 for share',
    [key],
  )
  return rows[0]?.value
}

/** Reads a value to change it, locked until the transaction ends. Where there is none yet, it is `otherwise`. */
export async function takeStoredValue(
  connection: PoolClient,
  { key, otherwise, now }: { key: Key; otherwise: string; now: Date },
): Promise<string> {
  const { rows } = await connection.query<{ value: string }>(
    `insert into settings (key, value, updated_at) values ($1, $2, $3)
     on conflict (key) do update set value = settings.value
     returning value`,
    [key, otherwise, now],
  )
  return rows[0]!.value
}

/** When an existing value was last written, and by which user; null for the program itself. */
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

/** Replaces the stored form `from` of a value by `to`, unless the value was changed in the meantime. */
export async function rewriteStoredValue(
  db: Connection,
  { key, from, to }: { key: Key; from: string; to: string },
): Promise<void> {
  await db.query('update settings set value = $3 where key = $1 and value = $2', [key, from, to])
}
