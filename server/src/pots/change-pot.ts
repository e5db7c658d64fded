import { dayOf } from '@bank/contract/bank-day'
import type { Verb } from '../call.ts'
import { inUserTransaction } from '../users/user.ts'
import { requireOpenPot, requireTargetDay, storePot } from './pot.ts'
import { requireLockChange } from './pot-lock.ts'

/** Changes a pot's name, goal and days. A lock can be extended only. */
export const changePot: Verb<'changePot'> = async ({ bank, actor, params, input, now }) => {
  const { db, config } = bank
  // Of two changes at once, the second one sees the lock that the first one set.
  await inUserTransaction(db, actor.userId, async (connection) => {
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    const today = dayOf(now, config.timeZone)
    requireLockChange(pot, input, today)
    // A target that is past by now stays, while something else is changed.
    const { targetDay } = input
    if (targetDay !== null && targetDay !== pot.targetDay) requireTargetDay(targetDay, today)
    await storePot(connection, pot.id, input)
  })
}
