import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'
import { readStoredValue, writeStoredValue } from '../storage/stored-value.ts'

/** Whether the database was restored for forensics: its bank is read-only for good, and runs no jobs. */
export async function isForForensics(db: Connection): Promise<boolean> {
  return (await readStoredValue(db, 'forensics')) !== undefined
}

export async function markForForensics(connection: PoolClient, now: Date): Promise<void> {
  await writeStoredValue(connection, { key: 'forensics', value: 'read-only', updatedBy: null, now })
}
