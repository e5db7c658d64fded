import { momentText } from '@bank/contract/date-text'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Bank } from '../bank.ts'
import type { Config } from '../config/config.ts'
import { resetHoldUntil } from '../email-changes/reset-hold.ts'
import type { Job } from '../jobs/job.ts'
import { resetLink } from '../jobs/mailed-links.ts'
import type { Reader } from '../mail/letter.ts'
import { resetHeldMail, resetLinkMail, resetUnconfirmedMail } from '../mail/letters.ts'
import { type Mail, queueMail } from '../mail/outgoing-mail.ts'
import { pinLinkMail } from '../mail/pin-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import type { EmailState } from '../users/user.ts'
import {
  claimResets,
  clearResetCounts,
  hasWaitingReset,
  markResetHandled,
  type ResetRequest,
} from './password-reset.ts'

const batchMax = 20

/**
 * Handles requests for links to choose a new password or PIN: queues a mail with a link for each user found. A user whose e-mail is
 * not confirmed, or was replaced within 72 hours, gets no link; a mail says how or from when a new password can be chosen. Returns how
 * many requests were handled, and the links that were queued.
 */
export async function queueResetLinks(
  { db, config, keys }: Pick<Bank, 'db' | 'config' | 'keys'>,
  now: Date,
): Promise<{ handled: number; queued: QueuedLink[] }> {
  // Most rounds end here, without a transaction.
  if (!(await hasWaitingReset(db))) return { handled: 0, queued: [] }
  return inTransaction(db, async (connection) => {
    const requests = await claimResets(connection, batchMax)
    const queued: QueuedLink[] = []
    if (requests.length === 0) return { handled: 0, queued }
    await clearResetCounts(connection, now)
    for (const request of requests) {
      const { id, purpose, user } = request
      const reason = user && withoutLink(config, user, now)
      const hasLink = user !== null && !reason
      await markResetHandled(connection, request, { key: hasLink ? keys.passwordResetKey : null, now })
      if (reason && purpose === 'password') await queueMail(connection, reason, now)
      if (!hasLink) continue
      const mail =
        purpose === 'password'
          ? resetLinkMail(config.bankName, user, request)
          : pinLinkMail(config.bankName, user, { ...request, isOffered: request.askedBy !== null })
      if (await queueMail(connection, mail, now)) queued.push({ id, purpose, email: user.email })
    }
    // Last: the first audit event locks the audit log until the commit.
    for (const { user, purpose, askedBy } of requests) {
      // A link for the PIN is asked for by a signed-in user: that was recorded then.
      if (!user || askedBy !== null || purpose === 'pin') continue
      await recordAudit(connection, { actorId: null, action: 'password_reset_asked', target: user.id, now })
    }
    return { handled: requests.length, queued }
  })
}

/** The mail to a user who gets no link; undefined for one who does. */
function withoutLink(
  { bankName, timeZone }: Pick<Config, 'bankName' | 'timeZone'>,
  user: EmailState & Reader,
  now: Date,
): Mail | undefined {
  if (user.emailConfirmedAt === null) return resetUnconfirmedMail(bankName, user)
  const heldUntil = resetHoldUntil(user, now)
  return heldUntil && resetHeldMail(bankName, user, { from: momentText(heldUntil, timeZone, 'long') })
}

type QueuedLink = Pick<ResetRequest, 'id' | 'purpose'> & { readonly email: string }

/** A demo without mail prints the links. */
export const queueResetLinksJob: Job = {
  name: 'queue-reset-links',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  open: (context) => {
    const { bank, print } = context
    const isPrinted = bank.config.demo && bank.config.mail.by === 'outbox'
    return async (now) => {
      const { handled, queued } = await queueResetLinks(bank, now)
      for (const { id, purpose, email } of isPrinted ? queued : []) {
        const what = purpose === 'password' ? 'password' : 'PIN'
        print(`A new ${what} for ${email}: ${await resetLink(context, id)}`)
      }
      return handled
    }
  },
}
