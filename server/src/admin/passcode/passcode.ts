import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import { endElevations } from '../../sessions/session.ts'
import { writeSetting } from '../../storage/stored-value.ts'

/**
 * Sets the passcode of all administrators, in its unreadable form, and closes their work until they enter it; only the
 * session with the key `keptSessionKey` keeps its own. `updatedBy` is null for the program itself. Says in how many sessions
 * work was closed.
 */
export async function replacePasscode(
  connection: PoolClient,
  change: { passcodeHash: string; updatedBy: string | null; keptSessionKey: string | null; now: Date },
): Promise<number> {
  const { passcodeHash: value, updatedBy, keptSessionKey, now } = change
  await writeSetting(connection, { key: 'passcode', value, updatedBy, now })
  return endElevations(connection, keptSessionKey)
}

/**
 * True when the passcode is the stored one, which is stored under the current SECRET_KEY from here on. Throws the refusal
 * `busy` when too many wait.
 */
export async function passcodeMatches(
  { db, passwords }: Pick<Bank, 'db' | 'passwords'>,
  stored: string | undefined,
  passcode: string,
): Promise<boolean> {
  return passwords.verify(passcode, stored, async (rekeyed) => {
    await db.query(`update settings set value = $2 where key = 'passcode' and value = $1`, [stored, rekeyed])
  })
}

/**
 * True while the stored passcode is the one that was looked at, and until the transaction ends; false when it was
 * replaced. The salt tells: each new passcode has another one, and re-keying keeps it.
 */
export async function isPasscodeUnchanged(
  connection: PoolClient,
  passcodeHash: string | undefined,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from settings
      where key = 'passcode' and split_part(value, '$', 4) = split_part($1, '$', 4)
        for share`,
    [passcodeHash],
  )
  return rowCount === 1
}
