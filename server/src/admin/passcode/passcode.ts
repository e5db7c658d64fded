import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import { endElevations } from '../../sessions/session.ts'
import { writeSetting } from '../../storage/stored-value.ts'

/**
 * Stores the hash of a new passcode and ends the elevation of every session except the one with the key `keptSessionKey`.
 * `updatedBy` is null for the program itself. Returns how many sessions lost their elevation.
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
 * True when the passcode is the stored one. A passcode that matches under the previous SECRET_KEY is stored again under the
 * current one. Throws the refusal `busy` when too many hashes wait.
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
 * True when the stored passcode is still the one that was verified; it then stays so until the transaction ends. Compares the
 * salts: each new passcode has a new one, and re-keying keeps it.
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
