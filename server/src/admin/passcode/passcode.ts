import type { PoolClient } from 'pg'
import type { Bank } from '../../bank.ts'
import { endElevations } from '../../sessions/session.ts'
import { lockStoredValue, rewriteStoredValue, writeStoredValue } from '../../storage/stored-value.ts'

/**
 * Stores the hash of a new passcode and ends the elevation of every session except the one with the key `keptSessionKey`.
 * `updatedBy` is null for the program itself. Returns how many sessions lost their elevation.
 */
export async function replacePasscode(
  connection: PoolClient,
  change: { passcodeHash: string; updatedBy: string | null; keptSessionKey: string | null; now: Date },
): Promise<number> {
  const { passcodeHash: value, updatedBy, keptSessionKey, now } = change
  await writeStoredValue(connection, { key: 'passcode', value, updatedBy, now })
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
    await rewriteStoredValue(db, { key: 'passcode', from: stored!, to: rekeyed })
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
  const stored = await lockStoredValue(connection, 'passcode')
  return stored !== undefined && stored.split('$')[3] === passcodeHash?.split('$')[3]
}
