import type { Verb } from '../call.ts'
import { inUserTransaction } from '../users/user.ts'
import { requireOpenPot, startRoundUp, stopRoundUp } from './pot.ts'

/** Rounds each later transfer from the pot's account up to the whole unit into this pot, instead of another one. */
export const turnOnRoundUp: Verb<'turnOnRoundUp'> = async ({ bank, actor, params }) => {
  // Of two pots of one account that are chosen at once, the second one wins.
  await inUserTransaction(bank.db, actor.userId, async (connection) => {
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    await startRoundUp(connection, pot)
  })
}

/** Stops rounding up into a pot; what was rounded up stays in it. */
export const turnOffRoundUp: Verb<'turnOffRoundUp'> = async ({ bank, actor, params }) => {
  const pot = await requireOpenPot(bank.db, actor.userId, params.id)
  await stopRoundUp(bank.db, pot.id)
}
