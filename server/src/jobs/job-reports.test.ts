import { endpoints } from '@bank/contract/endpoints'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { letJobsRun, pauseJobs } from '../backups/paused-jobs.ts'
import { metricsOf } from '../http/ops/metrics.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findJobReports, type JobReport } from './job-report.ts'
import { jobs } from './jobs.ts'
import { reportJobsJob } from './report-jobs.ts'
import { startJobs } from './start-jobs.ts'

let bank: TestBank
const log = { warn: vi.fn(), info: vi.fn() }
let running: ReturnType<typeof startJobs>[] = []
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  log.warn.mockClear()
})
afterEach(async () => {
  await Promise.all(running.map((process) => process.close()))
  running = []
  await bank.bank.db.query('delete from job_reports')
})
afterAll(() => bank.close())

function start(): void {
  running.push(startJobs(bank.bank, { address: 'https://bank.example', log, print: () => {} }))
}

const reportOf = async (name: string) => (await findJobReports(bank.bank.db)).find((row) => row.name === name)

async function jobsOnOverview() {
  await bank.elevate(bank.clara)
  return (await bank.call(bank.clara, endpoints.readOverview)).answer.jobs
}

async function asOwner(sql: string): Promise<void> {
  const owner = await connectOnce(bank.ownerAddress)
  await owner.query(sql)
  await owner.end()
}

test('the names of the jobs are different', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
})

test('a failing job is named in the log, the table, the overview and the metrics, and the other jobs run', async () => {
  await asOwner('alter table status_changes_notified rename to away')
  const failedAt = bank.clock.now()
  const error = 'relation "status_changes_notified" does not exist (42P01)'
  start()
  await expect.poll(() => reportOf('notify-status-changes')).toMatchObject({ failedAt, error })
  await expect.poll(() => reportOf('notify-movements')).toMatchObject({ failedAt: null, error: null })
  await expect.poll(() => reportOf('notify-movements')).toMatchObject({ succeededAt: failedAt })
  const views = await jobsOnOverview()
  expect(views[0]).toMatchObject({
    name: 'notify-status-changes',
    state: 'failing',
    succeededAt: null,
    failure: { at: failedAt.toISOString(), error },
  })
  expect(views.filter(({ state }) => state !== 'running')).toHaveLength(1)
  const metrics = await metricsOf(bank.bank).metrics()
  expect(metrics).toMatch(/^bank_job_rounds_failed_total\{background_job="notify-status-changes"\} [1-9]/m)
  expect(metrics).toMatch(/^bank_job_rounds_failed_total\{background_job="notify-movements"\} 0$/m)
  expect(metrics).not.toContain('bank_job_last_success_time_seconds{background_job="notify-status-changes"}')
  expect(metrics).toContain(
    `bank_job_last_success_time_seconds{background_job="notify-movements"} ${failedAt.getTime() / 1_000}`,
  )
  expect(metrics).not.toContain('bank_job_last_failure_time_seconds{background_job="notify-movements"}')
  for (const [what, job] of [
    ['run', 'notify-status-changes'],
    ['failure', 'notify-status-changes'],
    ['run', 'notify-movements'],
  ])
    expect(metrics).toContain(
      `bank_job_last_${what}_time_seconds{background_job="${job}"} ${failedAt.getTime() / 1_000}\n`,
    )
  expect(metrics).toMatch(/^bank_job_duration_seconds\{background_job="notify-status-changes"\} \d/m)

  await asOwner('alter table away rename to status_changes_notified')
  bank.clock.pass(1)
  const succeededAt = bank.clock.now()
  await expect.poll(() => reportOf('notify-status-changes')).toMatchObject({ succeededAt, error })
  expect((await jobsOnOverview()).filter(({ state }) => state !== 'running')).toEqual([])
  // However many rounds have failed and succeeded.
  expect(log.warn.mock.calls).toEqual([
    [
      expect.objectContaining({ job: 'notify-status-changes', code: '42P01' }),
      'a background job failed and is retried',
    ],
    [{ job: 'notify-status-changes' }, 'a background job succeeds again'],
  ])
})

test('a deletion that fails leaves the others to go on', async () => {
  await asOwner('alter table password_resets rename to away')
  start()
  await expect.poll(() => reportOf('delete-old-resets')).toMatchObject({ failedAt: bank.clock.now() })
  for (const name of ['delete-old-mail', 'delete-old-email-changes'])
    await expect.poll(() => reportOf(name)).toMatchObject({ succeededAt: bank.clock.now(), failedAt: null })
  await asOwner('alter table away rename to password_resets')
})

test('a database that cannot be reached is one log line for all jobs, and one when the last of them goes on', async () => {
  start()
  await expect.poll(() => reportOf('round-up')).toHaveProperty('succeededAt.getTime')
  log.warn.mockClear()
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const away = [
    vi.spyOn(bank.bank.db, 'query').mockRejectedValue(lost as never),
    vi.spyOn(bank.bank.db, 'connect').mockRejectedValue(lost as never),
  ]
  // Each of several jobs has tried more than once.
  await expect.poll(() => away[1]!.mock.calls.length + away[0]!.mock.calls.length).toBeGreaterThan(20)
  for (const each of away) each.mockRestore()
  await expect.poll(() => log.warn.mock.calls.length).toBe(2)
  expect(
    log.warn.mock.calls.map(([{ error, seconds }, message]) => [error ?? typeof seconds, message]),
  ).toEqual([
    ['read ECONNRESET (ECONNRESET)', 'background jobs wait: the database cannot be reached'],
    ['number', 'background jobs go on: the database can be reached again'],
  ])
})

test('a job that waits after a restore does not run until it is resumed, and is not late', async () => {
  await inTransaction(bank.bank.db, (connection) => pauseJobs(connection, bank.clock.now()))
  start()
  await expect.poll(() => reportOf('write-security-events')).toHaveProperty('succeededAt.getTime')
  bank.clock.pass(10)
  const isInTime = async () => {
    bank.clock.pass(1)
    return (await reportOf('round-up'))!.lateAt > bank.clock.now()
  }
  // Once a round: a minute of this clock for a second of the jobs.
  await expect.poll(isInTime, { interval: 1_000 }).toBe(true)
  expect(await reportOf('round-up')).toMatchObject({ succeededAt: null, failedAt: null })
  await letJobsRun(bank.bank.db, bank.clock.now())
  await expect.poll(() => reportOf('round-up')).toMatchObject({ succeededAt: bank.clock.now() })
})

test('jobs that end no round for minutes are late on the overview, and the checks of the books are not', async () => {
  start()
  await expect
    .poll(() => reportOf('round-up'))
    .toMatchObject({ failedAt: null, milliseconds: expect.any(Number) })
  await running.pop()!.close()
  bank.clock.pass(6)
  const views = await jobsOnOverview()
  expect(views.slice(-2)).toMatchObject([
    { name: 'check-books', state: 'running' },
    { name: 'check-books-on-request', state: 'running' },
  ])
  expect(views.slice(0, -2).map(({ state }) => state)).toEqual(views.slice(2).map(() => 'late'))
})

/** The rounds that store what a process reports. Seconds since the noon of the test. */
function reporter(...names: string[]) {
  const reports = new Map<string, JobReport>()
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12) + second * 1_000)
  const rest = { succeededAt: null, failedAt: null, error: null, milliseconds: null, lateAt: at(300) }
  const round = reportJobsJob.open({ bank: bank.bank, reports } as Parameters<typeof reportJobsJob.open>[0])!
  for (const name of names) reports.set(name, { ...rest, name })
  return {
    at,
    store: (second: number) => round(at(second)),
    note: (name: string, result: Partial<JobReport>) =>
      reports.set(name, { ...rest, ...reports.get(name), milliseconds: 1, ...result, name }),
  }
}

test('a job without work is stored once a minute, and a changed result at once', async () => {
  const { at, note, store } = reporter('round-up')
  const stored = async (second: number, result: Partial<JobReport>) => {
    note('round-up', result)
    await store(second)
    return reportOf('round-up')
  }
  expect(await stored(0, { succeededAt: at(0) })).toMatchObject({ succeededAt: at(0) })
  for (const second of [1, 2, 59]) {
    expect(await stored(second, { succeededAt: at(second) })).toMatchObject({ succeededAt: at(0) })
  }
  expect(await stored(60, { succeededAt: at(60) })).toMatchObject({ succeededAt: at(60) })
  const failed = { failedAt: at(61), error: 'the disk is full' }
  expect(await stored(61, failed)).toMatchObject({ succeededAt: at(60), ...failed })
  expect(await stored(62, { failedAt: at(62) })).toMatchObject(failed)
  expect(await stored(63, { succeededAt: at(63) })).toMatchObject({ succeededAt: at(63), failedAt: at(62) })
})

test('two processes share the row of a job, which has the last result of both', async () => {
  const [one, other] = [reporter('round-up', 'only-one'), reporter('round-up')]
  one.note('round-up', { succeededAt: one.at(0) })
  one.note('only-one', { succeededAt: one.at(0) })
  await one.store(0)
  // The start of the other process forgets a job that it does not run, until the one that runs it reports again.
  other.note('round-up', { failedAt: one.at(1), error: 'no connection', milliseconds: 7 })
  await other.store(1)
  expect(await findJobReports(bank.bank.db)).toEqual([
    {
      name: 'round-up',
      succeededAt: one.at(0),
      failedAt: one.at(1),
      error: 'no connection',
      milliseconds: 7,
      lateAt: one.at(300),
    },
  ])
  one.note('round-up', { succeededAt: one.at(60), milliseconds: 2, lateAt: one.at(360) })
  await one.store(60)
  expect(await reportOf('round-up')).toMatchObject({
    succeededAt: one.at(60),
    error: 'no connection',
    milliseconds: 2,
    lateAt: one.at(360),
  })
  expect(await reportOf('only-one')).toMatchObject({ succeededAt: one.at(0) })
})
