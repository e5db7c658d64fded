import { dayOf } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { requireLockDay, requireOpenPot, storePot } from './pot.ts'

/** Changes a pot's name, goal and days. A lock can be extended only: it protects the customer from a later wish. */
export async function changePot({
  bank: { db, config },
  actor,
  params,
  input,
  now,
}: Call<typeof endpoints.changePot>): Promise<undefined> {
  await inTransaction(db, async (connection) => {
    // Of two changes at once, the second one sees the lock that the first one set.
    await lockUser(connection, actor.userId)
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    const today = dayOf(now, config.timeZone)
    // Days in their order are texts in their order.
    const [before, after] = [pot.lockedUntil ?? '', input.lockedUntil ?? '']
    if (before > today && after < before) throw new Refusal('pot_lock_shortened')
    if (after !== '' && after !== before) requireLockDay(after, today)
    await storePot(connection, pot.id, input)
  })
}
