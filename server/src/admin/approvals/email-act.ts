import { recordAudit } from '../../audit/audit-chain.ts'
import { Refusal } from '../../refusal.ts'
import { lockProfile } from '../../users/profile.ts'
import { startNewEmail } from '../users/email-correction.ts'
import type { Act } from './act.ts'

/** A new e-mail that staff entered: the mail with the link is sent when it is approved. The present one must still be the same. */
export const email: Act = {
  sentence: ({ before, after }) => `Change the email from ${before} to ${after}`,
  change: async (connection, bank, { subjectId, payload, reason, requestedBy: askedBy }, approval, now) => {
    const stored = (await lockProfile(connection, subjectId))!
    if (stored.email !== payload.before) throw new Refusal('profile_outdated')
    const wanted = { stored, email: payload.after!, reason, askedBy }
    const event = await startNewEmail(connection, bank, wanted, { approval }, now)
    await recordAudit(connection, { ...event, actorId: askedBy, target: subjectId, now })
  },
}
