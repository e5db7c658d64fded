import { dayOf } from '@bank/contract/bank-day'
import type { PoolClient } from 'pg'
import type { Config } from '../config/config.ts'
import type { Database } from '../postgres/database.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { runAt } from './next-run.ts'
import { lockDueSchedules, progressTo, type Schedule, storeProgress } from './schedule.ts'
import { type ScheduleRun, skippedRun, storeRuns } from './schedule-run.ts'

const schedulesAtOnce = 500

/**
 * Leaves out the runs that came due while the jobs of a restored bank were paused: the lost bank may have made them. Those of
 * today are left out, too. Returns how many schedules had some.
 */
export async function skipDueRuns(db: Database, config: Config, now: Date): Promise<number> {
  for (let count = 0; ; ) {
    const skipped = await inTransaction(db, (connection) => skipSome(connection, config, now))
    if (skipped === 0) return count
    count += skipped
  }
}

async function skipSome(connection: PoolClient, config: Config, now: Date): Promise<number> {
  const due = await lockDueSchedules(connection, now, schedulesAtOnce)
  const skips = due.map((schedule) => skipsOf(schedule, config, now))
  if (due.length === 0) return 0
  await storeRuns(
    connection,
    skips.flatMap(({ runs }) => runs),
  )
  await storeProgress(
    connection,
    skips.map(({ progress }) => progress),
    now,
  )
  return due.length
}

function skipsOf(schedule: Schedule, config: Config, now: Date) {
  const today = dayOf(now, config.timeZone)
  const runs: ScheduleRun[] = []
  let next = schedule.next ?? undefined
  while (next && next.dueDay <= today) {
    const { nextDay: day, nextNumber } = next
    runs.push(skippedRun(schedule.id, day, now))
    next = runAt(schedule, nextNumber + 1, config)
  }
  return { runs, progress: progressTo(schedule, next) }
}
