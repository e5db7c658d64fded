import type { Verb } from '../call.ts'
import { findOpenPots, potView } from './pot.ts'

/** The open pots of the account of the request, oldest first. */
export const listPots: Verb<'listPots'> = async ({ bank, actor }) => {
  const pots = await findOpenPots(bank.db, actor.account.id)
  return { pots: pots.map(potView) }
}
