import type { Bank } from '../bank.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { lockAuthenticatorsUnderKey, resealAuthenticator } from '../two-factor/authenticator.ts'
import { openSecret, sealSecret } from '../two-factor/sealed-secret.ts'
import { readCurrentKeyId } from './secret-key.ts'

// Few enough that the rows are locked for a moment only.
const atOnceMax = 100

/**
 * Seals some of the authenticators' secrets that are still under the previous SECRET_KEY again, and says how many. Only a
 * process whose SECRET_KEY is the last recorded one does so: while processes are restarted one by one, two of them would
 * otherwise undo each other's work.
 */
export async function resealAuthenticators({ db, keys }: Pick<Bank, 'db' | 'keys'>): Promise<number> {
  const { authenticatorKey, id, previousId, firstId } = keys
  if (previousId === undefined || (await readCurrentKeyId(db)) !== id) return 0
  return inTransaction(db, async (connection) => {
    const rows = await lockAuthenticatorsUnderKey(connection, previousId, { firstId, limit: atOnceMax })
    for (const { userId, secret } of rows) {
      const opened = openSecret(authenticatorKey, userId, secret)
      // A secret that cannot be opened is marked as one under another key, so that it is not tried for ever.
      const resealed = opened
        ? { secret: sealSecret(authenticatorKey.current, userId, opened), keyId: id }
        : { secret, keyId: unknownKeyId }
      await resealAuthenticator(connection, userId, resealed)
    }
    return rows.length
  })
}

const unknownKeyId = '000000000000'
