import type { Bank } from '../bank.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { openSecret, sealSecret } from '../two-factor/sealed-secret.ts'
import { readCurrentKeyId } from './secret-key.ts'

// Few enough that the rows are locked for a moment only.
const atOnceMax = 100

/**
 * Seals the secrets of authenticators again that are still under the previous SECRET_KEY, some at a time, and says how many
 * that were. Only a process whose SECRET_KEY is the one last recorded does so: while processes are restarted one by one,
 * two of them would otherwise undo each other's work.
 */
export async function resealAuthenticators({ db, keys }: Pick<Bank, 'db' | 'keys'>): Promise<number> {
  const { authenticatorKey, id, previousId, firstId } = keys
  if (previousId === undefined || (await readCurrentKeyId(db)) !== id) return 0
  return inTransaction(db, async (connection) => {
    const { rows } = await connection.query<{ userId: string; secret: Buffer }>(
      `select user_id as "userId", secret
         from authenticators
        where coalesce(key_id, $2) = $1
        limit $3
          for no key update skip locked`,
      [previousId, firstId, atOnceMax],
    )
    for (const { userId, secret } of rows) {
      const opened = openSecret(authenticatorKey, userId, secret)
      // What cannot be opened is marked as what it is, under no key of ours, so that it is not tried for ever.
      await connection.query('update authenticators set secret = $2, key_id = $3 where user_id = $1', [
        userId,
        opened ? sealSecret(authenticatorKey.current, userId, opened) : secret,
        opened ? id : unknownKeyId,
      ])
    }
    return rows.length
  })
}

const unknownKeyId = '000000000000'
