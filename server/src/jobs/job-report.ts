import type { Connection } from '../postgres/database.ts'

/** What a job has done. In the database it is the sum of what all processes report. */
export type JobReport = {
  readonly name: string
  /** When the last successful round ended; null before the first. */
  readonly succeededAt: Date | null
  /** When the last failed round ended; null before the first. */
  readonly failedAt: Date | null
  /** Why it failed. */
  readonly error: string | null
  /** How long the last round took; null before the first. */
  readonly milliseconds: number | null
  /** After this moment the job is late, unless another round has ended. */
  readonly lateAt: Date
}

/** The result of the job's last round; undefined before the first. */
export function lastResult({ succeededAt, failedAt }: JobReport): 'succeeded' | 'failed' | undefined {
  if (failedAt && (!succeededAt || failedAt > succeededAt)) return 'failed'
  return succeededAt ? 'succeeded' : undefined
}

/** Adds a process's reports to those of the other processes, in one statement. */
export async function storeJobReports(db: Connection, reports: readonly JobReport[]): Promise<void> {
  await db.query({
    name: 'store-job-reports',
    // In one order, so that two processes cannot wait for each other.
    text: `
      insert into job_reports as stored (name, succeeded_at, failed_at, error, milliseconds, late_at)
      select report.*
        from jsonb_to_recordset($1) as report
               (name text, "succeededAt" timestamptz, "failedAt" timestamptz, error text, milliseconds integer,
                "lateAt" timestamptz)
       order by report.name
          on conflict (name) do update
         set succeeded_at = greatest(stored.succeeded_at, excluded.succeeded_at),
             failed_at    = greatest(stored.failed_at, excluded.failed_at),
             error        = case when excluded.failed_at >= stored.failed_at or stored.failed_at is null
                                 then excluded.error else stored.error end,
             milliseconds = coalesce(excluded.milliseconds, stored.milliseconds),
             late_at      = greatest(stored.late_at, excluded.late_at)`,
    values: [JSON.stringify(reports)],
  })
}

/** The reports of all jobs, by name. */
export async function findJobReports(db: Connection): Promise<JobReport[]> {
  const { rows } = await db.query<JobReport>(
    `select name, succeeded_at as "succeededAt", failed_at as "failedAt", error, milliseconds, late_at as "lateAt"
       from job_reports
      order by name`,
  )
  return rows
}

/** Deletes the reports of jobs with other names. A process that still runs such a job reports it again within a minute. */
export async function deleteOtherJobReports(db: Connection, names: readonly string[]): Promise<void> {
  await db.query('delete from job_reports where name <> all ($1)', [names])
}
