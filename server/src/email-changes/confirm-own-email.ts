import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { findEmailState, inUserTransaction, setEmailConfirmed } from '../users/user.ts'
import { findConfirmation, useEmailChange } from './email-change.ts'

/**
 * Confirms the caller's e-mail with the link that was mailed to it. The link is worthless to anybody who cannot sign in to the
 * account, so that a stranger who owns a mistyped address confirms nothing. A repeat changes nothing. Throws `email_link_invalid`,
 * `email_link_of_other_user`, and `email_link_expired`, also for an e-mail that was replaced since.
 */
export const confirmOwnEmail: Verb<'confirmOwnEmail'> = async ({ bank, actor, input, now }) => {
  const { userId } = actor
  const link = await findConfirmation(bank.db, input.token)
  if (!link) throw new Refusal('email_link_invalid')
  if (link.userId !== userId) throw new Refusal('email_link_of_other_user')
  return inUserTransaction(bank.db, userId, async (connection) => {
    const { email, emailConfirmedAt } = (await findEmailState(connection, userId))!
    if (link.email !== email) throw new Refusal('email_link_expired')
    if (emailConfirmedAt) return { isNew: false }
    if ((await useEmailChange(connection, input.token, now)) === undefined) {
      throw new Refusal('email_link_expired')
    }
    await setEmailConfirmed(connection, userId, now)
    await recordOwnAct(connection, { userId, now }, 'email_confirmed', { email })
    return { isNew: true }
  })
}
