import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { runAt } from './next-run.ts'
import { progressTo, storeProgress } from './schedule.ts'
import { skippedRun, storeRuns } from './schedule-run.ts'
import { lockOwnSchedule, readChanged, requireSeen } from './seen-schedule.ts'

/** Leaves out the next day of a schedule that is as the customer saw it. */
export const skipRun: Verb<'skipRun'> = async ({ bank, actor, params, input, now }) => {
  const { id } = params
  return inTransaction(bank.db, async (connection) => {
    const schedule = await lockOwnSchedule(connection, { id, userId: actor.userId })
    const { nextDay: day, nextNumber } = await requireSeen(connection, schedule, input.version)
    await storeRuns(connection, [skippedRun(id, day, now)])
    const next = runAt(schedule, nextNumber + 1, bank.config)
    await storeProgress(connection, [progressTo(schedule, next)], now)
    return readChanged(connection, id)
  })
}
