import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import { resetHoldUntil } from '../email-changes/reset-hold.ts'
import { dateTimeText } from '../mail/date-time-text.ts'
import { resetHeldMail, resetLinkMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { claimResets, clearResetCounts, markResetHandled } from './password-reset.ts'

const batchMax = 20

/**
 * Handles requests for reset links: queues a mail with a link for each user found. A user whose e-mail was replaced within 72
 * hours gets a mail without a link, which says from when a new password can be chosen. Returns how many requests were handled,
 * and the links that were queued.
 */
export async function queueResetLinks(
  { db, config, keys }: Pick<Bank, 'db' | 'config' | 'keys'>,
  now: Date,
): Promise<{ handled: number; queued: { id: string; email: string }[] }> {
  return inTransaction(db, async (connection) => {
    const requests = await claimResets(connection, batchMax)
    const queued: { id: string; email: string }[] = []
    if (requests.length === 0) return { handled: 0, queued }
    await clearResetCounts(connection, now)
    for (const request of requests) {
      const { id, user } = request
      const heldUntil = user ? resetHoldUntil(user.emailChangedAt, now) : undefined
      const hasLink = user !== null && heldUntil === undefined
      await markResetHandled(connection, request, { key: hasLink ? keys.passwordResetKey : null, now })
      if (user && heldUntil) {
        const from = dateTimeText(heldUntil, config.timeZone)
        await queueMail(connection, resetHeldMail(config.bankName, user, { from }), now)
      }
      if (!hasLink) continue
      await queueMail(connection, resetLinkMail(config.bankName, user, request), now)
      queued.push({ id, email: user.email })
    }
    // Last: the first audit event locks the audit log until the commit.
    for (const { user, askedBy } of requests) {
      if (!user || askedBy !== null) continue
      const event = { actorId: null, action: 'password_reset_asked', target: user.id, details: {}, now }
      await recordAudit(connection, event)
    }
    return { handled: requests.length, queued }
  })
}
