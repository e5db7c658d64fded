import { listedRunsMax } from '@bank/contract/schedules/view'
import type { PoolClient } from 'pg'
import { Refusal } from '../refusal.ts'
import { findTransaction } from '../transactions/transaction.ts'
import type { NextRun } from './next-run.ts'
import { findSchedule, lockSchedule, type Schedule, scheduleView, transactionIdOf } from './schedule.ts'
import { findRuns } from './schedule-run.ts'

/** A schedule of the caller, with the lock of its row. Throws `schedule_not_found` for another user's. */
export async function lockOwnSchedule(
  connection: PoolClient,
  { id, userId }: { id: string; userId: string },
): Promise<Schedule> {
  const schedule = await lockSchedule(connection, id)
  if (schedule?.userId !== userId) throw new Refusal('schedule_not_found')
  return schedule
}

/** Throws unless the schedule goes on and is as the customer saw it. */
export async function requireSeen(
  connection: PoolClient,
  schedule: Schedule,
  version: number,
): Promise<NextRun> {
  const { next } = schedule
  if (next === null) throw new Refusal('schedule_ended')
  // A run that is booked, and not stored yet because its process ended in between, has changed it, too.
  const booked = await findTransaction(connection, transactionIdOf(schedule, next.nextDay))
  if (schedule.version !== version || booked) throw new Refusal('schedule_outdated')
  return next
}

/** The schedule as it is now, also after a change in the same transaction. */
export async function readChanged(connection: PoolClient, id: string) {
  const runs = await findRuns(connection, [id], listedRunsMax)
  return scheduleView((await findSchedule(connection, id))!, runs.get(id) ?? [])
}
