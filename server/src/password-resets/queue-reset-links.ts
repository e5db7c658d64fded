import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { holdAfter } from '../email-changes/reset-hold.ts'
import { resetHeldMail, resetLinkMail } from '../mail/letters.ts'
import { momentInWords } from '../mail/moment-text.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { claimResets, clearCounts, handleReset } from './password-reset.ts'

const atOnceMax = 20

/**
 * Writes to those who asked for a link, where they have an account. A user whose email was replaced within 72 hours gets a
 * mail without a link, which says from when a new password can be chosen. Returns how many requests were looked up, and the
 * links that were written.
 */
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
      const { id, user } = reset
      const heldUntil = user ? holdAfter(user.emailChangedAt, now) : undefined
      const isOpened = user !== null && heldUntil === undefined
      await handleReset(connection, reset, { key: isOpened ? keys.passwordResetKey : null, now })
      if (user && heldUntil) {
        const from = momentInWords(heldUntil, config.timeZone)
        await queueMail(connection, resetHeldMail(config.bankName, user, { from }), now)
      }
      if (!isOpened) continue
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
