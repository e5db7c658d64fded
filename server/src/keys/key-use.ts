import { countPasscodesByKey } from '../admin/passcode/passcode.ts'
import { countPinsByKey } from '../pins/pin.ts'
import type { Connection } from '../postgres/database.ts'
import { countAuthenticatorsByKey } from '../two-factor/authenticator.ts'
import { countRecoveryCodesByKey } from '../two-factor/recovery-code.ts'
import { countPasswordsByKey } from '../users/password.ts'
import type { DerivedKeys, KeyCount } from './derive-keys.ts'
import { readFirstKeyId } from './secret-key.ts'

/** How many rows of one kind depend on which SECRET_KEY. */
export type KeyUse = {
  /** The kind of the rows, in words. */
  readonly what: string
  readonly current: number
  readonly previous: number
  /** Under a key that the bank does not have: nothing can be verified with these rows. */
  readonly other: number
}

const kinds: Readonly<Record<string, (db: Connection) => Promise<KeyCount[]>>> = {
  passwords: countPasswordsByKey,
  PINs: countPinsByKey,
  passcode: countPasscodesByKey,
  authenticators: countAuthenticatorsByKey,
  'unused recovery codes': countRecoveryCodesByKey,
}

/** Counts the rows that depend on a SECRET_KEY, by key. Reads each of the tables once. */
export async function countKeyUse(
  db: Connection,
  { id, previousId }: Pick<DerivedKeys, 'id' | 'previousId'>,
): Promise<KeyUse[]> {
  const firstId = await readFirstKeyId(db)
  const uses: KeyUse[] = []
  for (const [what, countByKey] of Object.entries(kinds)) {
    let [current, previous, other] = [0, 0, 0]
    for (const { keyId, count } of await countByKey(db)) {
      const usedId = keyId ?? firstId
      if (usedId === id) current += count
      else if (usedId !== undefined && usedId === previousId) previous += count
      else other += count
    }
    uses.push({ what, current, previous, other })
  }
  return uses
}
