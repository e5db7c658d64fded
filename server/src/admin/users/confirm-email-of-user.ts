import type { Verb } from '../../call.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockProfile } from '../../users/profile.ts'
import { setEmailConfirmed } from '../../users/user.ts'
import { recordAdministratorAct } from '../administrator-act.ts'

/**
 * Confirms the e-mail of a user, which the administrator has checked, with a reason that only the audit log keeps. Throws
 * `profile_outdated` when the user has another e-mail by now, and `email_confirmed_already`.
 */
export const confirmEmailOfUser: Verb<'confirmEmailOfUser'> = async ({ bank, actor, params, input, now }) => {
  const { id } = params
  const { email, reason } = input
  if (id === actor.userId) throw new Refusal('own_account_edited')
  await inTransaction(bank.db, async (connection) => {
    const stored = await lockProfile(connection, id)
    if (!stored) throw new Refusal('user_not_found')
    if (stored.email !== email) throw new Refusal('profile_outdated')
    if (stored.emailConfirmedAt) throw new Refusal('email_confirmed_already')
    await setEmailConfirmed(connection, id, now)
    const event = { action: 'email_confirmed' as const, target: id, details: { email, reason }, now }
    await recordAdministratorAct(connection, actor, event)
  })
}
