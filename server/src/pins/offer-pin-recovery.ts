import { recordAdministratorAct } from '../admin/administrator-act.ts'
import type { Verb } from '../call.ts'
import { insertReset } from '../password-resets/password-reset.ts'
import { Refusal } from '../refusal.ts'
import { findEmail, findEmailStanding, inUserTransaction } from '../users/user.ts'
import { settledHours } from './pin-recovery-proof.ts'

/**
 * An administrator mails a user a link to choose a new PIN, with a reason that only the audit log shows. Only the user sees the link,
 * and it replaces no proof: the user still needs the password, and the code where that is the second proof. Throws `email_unsettled`
 * while the e-mail is not confirmed or was changed recently.
 */
export const offerPinRecovery: Verb<'offerPinRecovery'> = async ({ bank, actor, params, input, now }) => {
  const { id } = params
  await inUserTransaction(bank.db, id, async (connection) => {
    const email = await findEmail(connection, id)
    if (email === undefined) throw new Refusal('user_not_found')
    const standing = await findEmailStanding(connection, id, { hours: settledHours, now })
    if (standing !== 'settled') throw new Refusal('email_unsettled')
    await insertReset(connection, { email, purpose: 'pin', askedBy: actor.userId }, now)
    const event = {
      action: 'pin_recovery_offered',
      target: id,
      details: { reason: input.reason },
      now,
    } as const
    await recordAdministratorAct(connection, actor, event)
  })
}
