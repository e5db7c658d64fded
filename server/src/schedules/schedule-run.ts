import type { RunOutcome } from '@bank/contract/schedules/view'
import type { PoolClient } from 'pg'
import type { Connection } from '../postgres/database.ts'

/** What became of a day of a schedule. */
export type ScheduleRun = {
  readonly scheduleId: string
  /** The nominal day. */
  readonly day: string
  readonly outcome: RunOutcome
  /** Why the books refused it; null unless they did. */
  readonly reason: string | null
  readonly transactionId: string | null
  readonly at: Date
}

/** A day of a schedule that was left out. */
export function skippedRun(scheduleId: string, day: string, at: Date): ScheduleRun {
  return { scheduleId, day, outcome: 'skipped', reason: null, transactionId: null, at }
}

/** Stores runs. One that waited gets its next outcome. */
export async function storeRuns(connection: PoolClient, runs: readonly ScheduleRun[]): Promise<void> {
  await connection.query({
    name: 'store-schedule-runs',
    text: `
      insert into schedule_runs as r (schedule_id, day, outcome, reason, transaction_id, happened_at)
      select * from unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[])
      on conflict (schedule_id, day) do update
         set outcome = excluded.outcome, reason = excluded.reason, transaction_id = excluded.transaction_id,
             happened_at = excluded.happened_at
       where r.outcome = 'waiting'`,
    values: [
      runs.map(({ scheduleId }) => scheduleId),
      runs.map(({ day }) => day),
      runs.map(({ outcome }) => outcome),
      runs.map(({ reason }) => reason),
      runs.map(({ transactionId }) => transactionId),
      runs.map(({ at }) => at),
    ],
  })
}

/** The last runs of schedules, up to `limit` of each, the latest first. */
export async function findRuns(
  db: Connection,
  scheduleIds: readonly string[],
  limit: number,
): Promise<Map<string, ScheduleRun[]>> {
  const { rows } = await db.query<ScheduleRun>({
    name: 'find-schedule-runs',
    text: `
      select r.schedule_id as "scheduleId", r.day::text, r.outcome, r.reason, r.transaction_id as "transactionId",
             r.happened_at as at
        from unnest($1::uuid[]) as s (id)
       cross join lateral (select * from schedule_runs where schedule_id = s.id order by day desc limit $2) r`,
    values: [scheduleIds, limit],
  })
  return Map.groupBy(rows, ({ scheduleId }) => scheduleId)
}

/** The last day of a schedule that was booked, has failed or was left out; undefined before the first. */
export async function findLastDay(connection: PoolClient, scheduleId: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ day: string }>(
    `select day::text from schedule_runs where schedule_id = $1 and outcome <> 'waiting' order by day desc limit 1`,
    [scheduleId],
  )
  return rows[0]?.day
}

/** Ends the waiting for another try of the runs of schedules that will have none: all other than that of `day`. */
export async function endWaiting(
  connection: PoolClient,
  scheduleIds: readonly string[],
  day?: string,
): Promise<void> {
  await connection.query(
    `update schedule_runs set outcome = 'failed'
      where schedule_id = any ($1::uuid[]) and outcome = 'waiting' and day is distinct from $2::date`,
    [scheduleIds, day ?? null],
  )
}
