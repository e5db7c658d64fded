import type { Verb } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { endSchedules, lockSchedulesUsing } from '../schedules/schedule.ts'
import { inUserTransaction } from '../users/user.ts'
import { requireOpenPot, storeClosing } from './pot.ts'

/** Closes an empty pot. Its movements stay in the history of its account, and schedules that pay into it end. */
export const closePot: Verb<'closePot'> = async ({ bank, actor, params, now }) => {
  // Round-up is not switched on for a pot that is being closed.
  await inUserTransaction(bank.db, actor.userId, async (connection) => {
    const pot = await requireOpenPot(connection, actor.userId, params.id)
    // Before the lock of the books, for which a run that holds a schedule waits.
    const schedules = await lockSchedulesUsing(connection, { userId: actor.userId, id: pot.id })
    if (!(await storeClosing(connection, pot.id, now))) throw new Refusal('pot_not_empty')
    await endSchedules(connection, schedules, { closed: pot.id, now })
  })
}
