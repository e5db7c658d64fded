import { randomUUID } from 'node:crypto'
import type { Connection } from '../../postgres/database.ts'
import { type Person, personOf } from '../../postgres/person-of.ts'
import type { CheckedRows, CheckProgress } from './check-books.ts'

/** A run of a check of the books: asked for, under way or ended. */
export type CheckRun = {
  readonly requestedAt: Date
  /** Null for the daily check. */
  readonly requestedBy: Person | null
  /** `interrupted`: the process that checked has ended, or has stopped for longer than a process of the bank should. */
  readonly state: 'waiting' | 'running' | 'interrupted' | 'failed' | 'done'
  /** Null before the first rows. */
  readonly step: CheckedRows | null
  readonly rowsChecked: bigint
  /** About how many rows there are; 0 when that is not known. */
  readonly rowsEstimated: bigint
  readonly failure: string | null
}

// Fifteen heartbeats: a busy process is late, one that was killed is silent.
const silentSecondsMax = 30

// SQL for the state of the run `r`. Heartbeats have the clock of the database, which all processes share.
const state = `
  case when r.ended_at is not null then case when r.failure is null then 'done' else 'failed' end
       when r.heartbeat_at is null then 'waiting'
       when r.heartbeat_at < clock_timestamp() - interval '${silentSecondsMax} seconds' then 'interrupted'
       else 'running'
  end`

/** The last run in this program; undefined before the first. */
export async function findCheckRun(db: Connection): Promise<CheckRun | undefined> {
  const { rows } = await db.query<CheckRun>(
    `select requested_at as "requestedAt", ${state} as state, step, rows_checked as "rowsChecked",
            rows_estimated as "rowsEstimated", failure,
            ${personOf('u')} as "requestedBy"
       from books_check_run r
       left join users u on u.id = r.requested_by`,
  )
  return rows[0]
}

/** Asks for a run. False when one is waiting or under way: there is one at a time. */
export function requestCheckRun(db: Connection, userId: string, now: Date): Promise<boolean> {
  return replaceRun(db, { id: randomUUID(), requestedBy: userId, now, isBegun: false })
}

/** Begins the daily run, and returns its id; undefined when one is waiting or under way. */
export async function beginDailyRun(db: Connection, now: Date): Promise<string | undefined> {
  const id = randomUUID()
  return (await replaceRun(db, { id, requestedBy: null, now, isBegun: true })) ? id : undefined
}

/** Begins the run that was asked for, in one process, and returns its id; undefined when none is waiting. */
export async function beginRequestedRun(db: Connection): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'begin-requested-check',
    text: `update books_check_run set heartbeat_at = clock_timestamp()
            where heartbeat_at is null and ended_at is null
           returning id`,
  })
  return rows[0]?.id
}

async function replaceRun(
  db: Connection,
  { id, requestedBy, now, isBegun }: { id: string; requestedBy: string | null; now: Date; isBegun: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into books_check_run as r (id, requested_at, requested_by, heartbeat_at)
     values ($1, $2, $3, case when $4 then clock_timestamp() end)
         on conflict (only_row) do update
        set id = excluded.id, requested_at = excluded.requested_at, requested_by = excluded.requested_by,
            heartbeat_at = excluded.heartbeat_at, step = null, rows_checked = 0, rows_estimated = 0,
            ended_at = null, failure = null
      where (${state}) not in ('waiting', 'running')`,
    [id, now, requestedBy, isBegun],
  )
  return rowCount === 1
}

/** Says how far a run is, and that its process works. */
export async function beatCheckRun(
  db: Connection,
  id: string,
  progress: CheckProgress | undefined,
): Promise<void> {
  await db.query({
    name: 'beat-check-run',
    text: `
      update books_check_run
         set heartbeat_at = clock_timestamp(), step = $2, rows_checked = $3,
             rows_estimated = case when rows_estimated > 0 then rows_estimated else (
               select coalesce(sum(reltuples) filter (where reltuples > 0), 0)::bigint
                 from pg_class
                where oid = any (array['entries', 'postings', 'transactions', 'batches', 'audit_events']::regclass[]))
             end
       where id = $1 and ended_at is null`,
    values: [id, progress?.step, progress?.rowsChecked ?? 0],
  })
}

/** Ends a run. `failure` says why it has no result. */
export async function endCheckRun(
  db: Connection,
  id: string,
  { endedAt, failure }: { endedAt: Date; failure: string | null },
): Promise<void> {
  await db.query(
    'update books_check_run set ended_at = $2, failure = $3 where id = $1 and ended_at is null',
    [id, endedAt, failure],
  )
}
