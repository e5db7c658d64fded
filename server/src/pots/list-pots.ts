import { findChosenAccount } from '../admin/users/account-of-user.ts'
import { recordUserOpened } from '../admin/users/user-opened.ts'
import type { Verb } from '../call.ts'
import { findOpenPots, potView } from './pot.ts'

/** The open pots of the account of the request, oldest first. */
export const listPots: Verb<'listPots'> = async ({ bank, actor }) => {
  const pots = await findOpenPots(bank.db, actor.account.id)
  return { pots: pots.map(potView) }
}

/** The same of a user's account, for staff. Writes an audit event. */
export const listPotsOfUser: Verb<'listPotsOfUser'> = async ({ bank, actor, params, query, now }) => {
  const account = await findChosenAccount(bank.db, params.id, query.account)
  await recordUserOpened(bank, { actorId: actor.userId, userId: params.id, now })
  const pots = await findOpenPots(bank.db, account.id)
  return { pots: pots.map(potView) }
}
