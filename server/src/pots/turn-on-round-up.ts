import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { lockUser } from '../users/user.ts'
import { requireOpenPot, startRoundUp, stopRoundUp } from './pot.ts'

/** Rounds each later transfer from the pot's account up to the whole unit into this pot, instead of another one. */
export async function turnOnRoundUp({
  bank: { db },
  actor,
  params,
}: Call<typeof endpoints.turnOnRoundUp>): Promise<undefined> {
  await inTransaction(db, async (connection) => {
    // Of two pots of one account that are chosen at once, the second one wins.
    await lockUser(connection, actor.userId)
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    await startRoundUp(connection, pot)
  })
}

/** Stops rounding up into a pot; what was rounded up stays in it. */
export async function turnOffRoundUp({
  bank: { db },
  actor,
  params,
}: Call<typeof endpoints.turnOffRoundUp>): Promise<undefined> {
  const pot = await requireOpenPot(db, actor.userId, params.id)
  await stopRoundUp(db, pot.id)
}
