import { endedSchedulesMax, listedRunsMax } from '@bank/contract/schedules/view'
import type { Verb } from '../call.ts'
import { findSchedules, scheduleView } from './schedule.ts'
import { findRuns } from './schedule-run.ts'

/** Lists the schedules of an account with their last runs. */
export const listSchedules: Verb<'listSchedules'> = async ({ bank: { db }, actor }) => {
  const found = await findSchedules(db, actor.account.id, endedSchedulesMax)
  const ids = found.map(({ id }) => id)
  const runs = await findRuns(db, ids, listedRunsMax)
  return { schedules: found.map((schedule) => scheduleView(schedule, runs.get(schedule.id) ?? [])) }
}
