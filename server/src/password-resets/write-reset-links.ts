import type { Bank } from '../bank.ts'
import { resetLinkMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { claimResets, clearCounts, openReset } from './password-reset.ts'

const atOnceMax = 20

/** Writes to those who asked for a link, where they have an account. Says for how many that was looked up, and to whom it wrote. */
export async function writeResetLinks(
  { db, config, keys }: Pick<Bank, 'db' | 'config' | 'keys'>,
  now: Date,
): Promise<{ looked: number; written: { id: string; email: string }[] }> {
  return inTransaction(db, async (connection) => {
    const wanted = await claimResets(connection, atOnceMax)
    const written: { id: string; email: string }[] = []
    if (wanted.length === 0) return { looked: 0, written }
    await clearCounts(connection, now)
    for (const reset of wanted) {
      await openReset(connection, reset, { key: keys.passwordResetKey, now })
      const { id, user } = reset
      if (!user) continue
      await queueMail(connection, resetLinkMail(config.bankName, user, reset), now)
      written.push({ id, email: user.email })
    }
    // Last, all of them: from the first to the commit nobody else in the bank puts anything on record.
    for (const { user, askedBy } of wanted) {
      if (!user || askedBy !== null) continue
      const event = { actorId: null, action: 'password_reset_asked', target: user.id, details: {}, now }
      await recordAudit(connection, event)
    }
    return { looked: wanted.length, written }
  })
}
