import type { PoolClient } from 'pg'
import { endLifts } from '../sessions/session.ts'
import { writeSetting } from './setting.ts'

/**
 * Sets the passcode of all administrators, in its unreadable form, and closes their work until they enter it; only the
 * session with the key `staysOpen` keeps its own. `updatedBy` is null for the program itself. Says in how many sessions
 * work was closed.
 */
export async function replacePasscode(
  connection: PoolClient,
  change: { passcodeHash: string; updatedBy: string | null; staysOpen: string | null; now: Date },
): Promise<number> {
  const { passcodeHash: value, updatedBy, staysOpen, now } = change
  await writeSetting(connection, { key: 'passcode', value, updatedBy, now })
  return endLifts(connection, staysOpen)
}

/** True while the stored passcode is the one that was looked at, and until the transaction ends; false when it was replaced. */
export async function isPasscodeStill(
  connection: PoolClient,
  passcodeHash: string | undefined,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from settings where key = 'passcode' and value = $1 for share`,
    [passcodeHash],
  )
  return rowCount === 1
}
