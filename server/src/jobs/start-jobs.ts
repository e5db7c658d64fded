import { setTimeout as wait } from 'node:timers/promises'
import { writeSecurityEvents } from '../audit/write-security-events.ts'
import { areJobsPaused } from '../backups/paused-jobs.ts'
import type { Bank } from '../bank.ts'
import { errorFields, errorText } from '../http/ops/log.ts'
import { isLostConnection } from '../postgres/transient-error.ts'
import type { Job, JobContext, Round } from './job.ts'
import type { JobReport } from './job-report.ts'
import { jobs } from './jobs.ts'

const closeMillisecondsMax = 4_000
// A database that is back is noticed soon, also by a job that runs once an hour.
const reconnectSeconds = 10

/** Runs the bank's background jobs until they are closed, in any number of processes. Rounds under way are finished. */
export function startJobs(bank: Bank, given: Pick<JobContext, 'address' | 'log' | 'print'>) {
  const closing = new AbortController()
  const context: JobContext = { ...given, bank, closing: closing.signal, reports: new Map() }
  const opened = jobs.flatMap((job) => {
    const round = job.open(context)
    return round ? [{ job, round }] : []
  })
  // All of them before the first round: one that never ends makes its job late, too.
  for (const { job } of opened) report(job, context, {})
  const outage = openOutage(given.log)
  const running = Promise.all(opened.map(({ job, round }) => repeat(job, round, context, outage)))
  return {
    close: async () => {
      closing.abort()
      // A slow mail server does not delay the end: its mail is sent again after the next start.
      await Promise.race([running, wait(closeMillisecondsMax, undefined, { ref: false })])
      await writeSecurityEvents(bank, given.log, new Date(bank.clock())).catch(() => {})
    },
  }
}

/** Repeats a job: at once while there is work, otherwise after a pause. An error ends a round, not the job. */
async function repeat(job: Job, round: Round, context: JobContext, outage: Outage): Promise<void> {
  const { bank, log, closing } = context
  const { name, pauseSeconds, retrySeconds = pauseSeconds } = job
  let isPaused = job.waitsAfterRestore
  let failure: 'its own' | 'of the database' | undefined
  while (!closing.aborted) {
    let count = 0
    const startedAt = performance.now()
    const ended = () => ({
      at: new Date(bank.clock()),
      milliseconds: Math.round(performance.now() - startedAt),
    })
    try {
      isPaused &&= await areJobsPaused(bank.db)
      if (!isPaused) count = await round(new Date(bank.clock()))
      const { at, milliseconds } = ended()
      report(job, context, isPaused ? {} : { succeededAt: at, milliseconds })
      if (failure === 'its own') log.warn({ job: name }, 'a background job succeeds again')
      if (failure === 'of the database') outage.end(name)
      failure = undefined
    } catch (error) {
      const { at, milliseconds } = ended()
      report(job, context, { failedAt: at, error: errorText(error), milliseconds })
      const cause = isLostConnection(error) ? 'of the database' : 'its own'
      if (cause === 'of the database') outage.begin(name, error)
      // Only the first of several failures is logged.
      else if (failure !== cause)
        log.warn({ job: name, ...errorFields(error) }, 'a background job failed and is retried')
      if (failure === 'of the database' && cause === 'its own') outage.end(name)
      failure = cause
    }
    const soonest = failure === undefined ? pauseSeconds : retrySeconds
    const seconds = failure === 'of the database' ? Math.min(soonest, reconnectSeconds) : soonest
    if (count === 0) await wait(seconds * 1_000, undefined, { signal: closing }).catch(() => {})
  }
}

type Outage = ReturnType<typeof openOutage>

/** A database that cannot be reached fails every job: one line when the first one fails, and one when all of them succeed again. */
function openOutage(log: JobContext['log']) {
  const failing = new Set<string>()
  let since = 0
  return {
    begin(job: string, error: unknown) {
      if (failing.size === 0) {
        since = performance.now()
        log.warn({ job, error: errorText(error) }, 'background jobs wait: the database cannot be reached')
      }
      failing.add(job)
    },
    end(job: string) {
      failing.delete(job)
      if (failing.size > 0) return
      const seconds = Math.round((performance.now() - since) / 1_000)
      log.warn({ job, seconds }, 'background jobs go on: the database can be reached again')
    },
  }
}

/**
 * Adds the result of a round to the job's report and to the metrics. A round that did not run because the jobs are paused has an
 * empty result: it only makes the job late at a later moment.
 */
function report(job: Job, { bank, reports }: JobContext, result: Partial<JobReport>): void {
  const { name, lateMinutes = 5 } = job
  const { succeededAt, failedAt, milliseconds } = result
  const { lastRun, lastSuccess, lastFailure, duration, rounds, failedRounds } = bank.jobMeasures
  const noteTime = (gauge: typeof lastRun, at?: Date | null) =>
    at && gauge.set({ background_job: name }, at.getTime() / 1_000)
  noteTime(lastRun, succeededAt ?? failedAt)
  noteTime(lastSuccess, succeededAt)
  noteTime(lastFailure, failedAt)
  if (typeof milliseconds === 'number') duration.set({ background_job: name }, milliseconds / 1_000)
  rounds.inc({ background_job: name }, succeededAt || failedAt ? 1 : 0)
  failedRounds.inc({ background_job: name }, failedAt ? 1 : 0)
  const lateAt = new Date(bank.clock() + lateMinutes * 60_000)
  const earlier = reports.get(name) ?? { succeededAt: null, failedAt: null, error: null, milliseconds: null }
  reports.set(name, { ...earlier, ...result, name, lateAt })
}
