import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { requireOpenPot, storeClosing } from './pot.ts'

/** Closes an empty pot. Its movements stay in the history of its account. */
export const closePot: Verb<'closePot'> = async ({ bank, actor, params, now }) => {
  // Round-up is not switched on for a pot that is being closed.
  await inUserTransaction(bank.db, actor.userId, async (connection) => {
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    if (!(await storeClosing(connection, pot.id, now))) throw new Refusal('pot_not_empty')
  })
}
