import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/**
 * The bank's own settings, by key. `passcode`: the hash of the administrators' passcode. `demo`: there once the demo
 * people and their history are complete. (Until when status changes have been told of stands in the same table:
 * `server/src/mail-notices/status-change.ts`.)
 */
type SettingKey = 'passcode' | 'demo'

export async function readSetting(db: Connection, key: SettingKey): Promise<string | undefined> {
  const { rows } = await db.query<{ value: string }>('select value from settings where key = $1', [key])
  return rows[0]?.value
}

/** When a setting that is there was last written, and by which user; null for the program itself. */
export async function readSettingChange(
  db: Connection,
  key: SettingKey,
): Promise<{ updatedAt: Date; updatedBy: string | null }> {
  const { rows } = await db.query(
    'select updated_at as "updatedAt", updated_by as "updatedBy" from settings where key = $1',
    [key],
  )
  return rows[0]
}

/** `updatedBy` is the user who sets it; null for the program itself. */
export async function writeSetting(
  connection: PoolClient,
  { key, value, updatedBy, now }: { key: SettingKey; value: string; updatedBy: string | null; now: Date },
): Promise<void> {
  await connection.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = $2, updated_at = $3, updated_by = $4`,
    [key, value, now, updatedBy],
  )
}
