import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { requireOpenPot, storeClosing } from './pot.ts'

/** Closes an empty pot. Its movements stay in the history of its account. */
export async function closePot({
  bank: { db },
  actor,
  params,
  now,
}: Call<typeof endpoints.closePot>): Promise<undefined> {
  await inTransaction(db, async (connection) => {
    // Round-up is not switched on for a pot that is being closed.
    await lockUser(connection, actor.userId)
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    if (!(await storeClosing(connection, pot.id, now))) throw new Refusal('pot_not_empty')
  })
}
