import type { Bank } from '../bank.ts'
import type { Job } from '../jobs/job.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { lockAuthenticatorsUnderKey, resealAuthenticator } from '../two-factor/authenticator.ts'
import { openSecret, sealSecret } from '../two-factor/sealed-secret.ts'
import { readCurrentKeyId } from './secret-key.ts'

// Small enough that the rows are locked only briefly.
const atOnceMax = 100

/**
 * Encrypts a batch of the authenticators' secrets that depend on the previous SECRET_KEY under the current one. Returns their
 * number. Only a process whose SECRET_KEY was recorded last does so: while processes are restarted one by one, two of them
 * would otherwise undo each other's work.
 */
export async function resealAuthenticators({ db, keys }: Pick<Bank, 'db' | 'keys'>): Promise<number> {
  const { authenticatorKey, id, previousId, firstId } = keys
  if (previousId === undefined || (await readCurrentKeyId(db)) !== id) return 0
  return inTransaction(db, async (connection) => {
    const rows = await lockAuthenticatorsUnderKey(connection, previousId, { firstId, limit: atOnceMax })
    for (const { userId, secret } of rows) {
      const opened = openSecret(authenticatorKey, userId, secret)
      // A secret that cannot be decrypted is marked with an unknown key, so that it is not tried again.
      const resealed = opened
        ? { secret: sealSecret(authenticatorKey.current, userId, opened), keyId: id }
        : { secret, keyId: unknownKeyId }
      await resealAuthenticator(connection, userId, resealed)
    }
    return rows.length
  })
}

const unknownKeyId = '000000000000'

/** A round reads the whole table. */
export const resealAuthenticatorsJob: Job = {
  name: 'reseal-authenticators',
  pauseSeconds: 60,
  waitsAfterRestore: false,
  open: ({ bank }) => (bank.keys.previousId === undefined ? undefined : () => resealAuthenticators(bank)),
}
