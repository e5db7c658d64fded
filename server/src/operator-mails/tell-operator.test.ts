import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { newerCertificate, testCertificate } from '../../test/test-certificate.ts'
import type { Bank } from '../bank.ts'
import { openCertificate } from '../config/certificate.ts'
import type { Round } from '../jobs/job.ts'
import { storeJobReports } from '../jobs/job-report.ts'
import { readStoredValue } from '../storage/stored-value.ts'
import { tellOperatorJob } from './tell-operator.ts'

const archiving = {
  status: () => ({ lastBackupAt: null, archivedUntil: null, failure: null as string | null }),
  close: async () => {},
}
const log = { warn: vi.fn(), info: vi.fn() }
let bank: TestBank
let mailServer: MailServer
let now = Date.UTC(2026, 10, 24, 12)
beforeAll(async () => {
  mailServer = await openMailServer()
  const operator = 'operator@bank.example'
  const mail = {
    by: 'smtp',
    sender: { name: 'Truepenny', email: 'bank@bank.example' },
    url: mailServer.url,
  } as const
  bank = await openTestBank(
    {
      operatorEmail: operator,
      mail,
      backups: { backupDir: '/backups', everyHours: 24, keepCount: 7, megabytesPerSecond: 40 },
    },
    { archiving },
  )
})
beforeEach(async () => {
  // Whatever was told before is long ago.
  now += 24 * 3_600_000
  await bank.bank.db.query('delete from outgoing_mail')
  await bank.bank.db.query('delete from job_reports')
  await bank.bank.db.query(`update settings set value = '{}' where key = 'faults'`)
  mailServer.mails.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  mailServer.answer(undefined)
})
afterAll(async () => {
  await bank.close()
  await mailServer.close()
})

/** The job of a process. */
function openRound(parts: Partial<Bank> = {}): Round {
  const closing = new AbortController().signal
  const context = { log, print: () => {}, closing, reports: new Map(), address: 'https://bank.example' }
  return tellOperatorJob.open({ ...context, bank: { ...bank.bank, ...parts } })!
}

/** Runs rounds for so many minutes, one in each. */
async function pass(minutes: number, ...rounds: readonly Round[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    now += 60_000
    for (const round of rounds) await round(new Date(now))
  }
}

async function queued() {
  const { rows } = await bank.bank.db.query<{ subject: string; sentences: string[] }>(
    `select subject, letter -> 'sentences' as sentences from outgoing_mail
      where recipient = 'operator@bank.example' order by id`,
  )
  return rows
}

const delivered = () => mailServer.mails.map(({ subject, text }) => ({ subject, text }))

test('a full disk is told straight to the mail server, once when it begins and once when it has ended', async () => {
  const readDisks = vi.spyOn(bank.bank.disks, 'read')
  const disk = (freeBytes: number) =>
    readDisks.mockResolvedValue(new Map([['DATA_DIR', { freeBytes, sizeBytes: 20e9 }]] as const))
  const round = openRound()
  disk(2.5e9)
  await pass(30, round)
  expect(delivered()).toEqual([
    {
      subject: 'Truepenny: the disk of DATA_DIR is almost full',
      text: expect.stringMatching(
        /^12 % of the disk of DATA_DIR is free: 2\.5 of 20\.0 GB\.\n\nThis began on .*\.\n\n.* section DiskLow .*\n\nBank: https:\/\/bank\.example, on the machine /,
      ),
    },
  ])
  disk(12e9)
  await pass(30, round)
  expect(delivered().slice(1)).toEqual([
    {
      subject: 'Truepenny, over: the disk of DATA_DIR is almost full',
      text: expect.stringContaining('over since'),
    },
  ])
  expect(await queued()).toEqual([])
})

test('a database that cannot be reached is told without it, and each mail waits for the mail server', async () => {
  const round = openRound()
  await pass(1, round)
  const connect = vi
    .spyOn(bank.bank.db, 'connect')
    .mockRejectedValue(new Error('connect ECONNREFUSED') as never)
  const query = vi.spyOn(bank.bank.db, 'query').mockRejectedValue(new Error('connect ECONNREFUSED') as never)
  mailServer.answer({ code: 451, text: 'try again' })
  log.warn.mockClear()
  await pass(10, round)
  expect(delivered()).toEqual([])
  expect(log.warn).toHaveBeenCalledTimes(1)
  mailServer.answer(undefined)
  await pass(10, round)
  expect(delivered()).toMatchObject([
    {
      subject: 'Truepenny: the database fails',
      text: expect.stringContaining('The bank cannot read its database: connect ECONNREFUSED.'),
    },
  ])
  connect.mockRestore()
  query.mockRestore()
  await pass(10, round)
  expect(delivered().map(({ subject }) => subject)).toEqual([
    'Truepenny: the database fails',
    'Truepenny, over: the database fails',
  ])
})

test('commits that fail are told as a fault of the database', async () => {
  vi.spyOn(bank.bank.commits, 'areFailing').mockReturnValue(true)
  await pass(10, openRound())
  expect(delivered()).toMatchObject([
    {
      subject: 'Truepenny: the database fails',
      text: expect.stringContaining('No payment can be committed.'),
    },
  ])
})

test('a fault of one of two processes is told once, and its end, and is forgotten when that process is gone', async () => {
  const areFailing = vi.fn(() => true)
  const { config, commits } = bank.bank
  const failing = openRound({ commits: { ...commits, areFailing } })
  const other = openRound({ config: { ...config, port: 4000 } })
  await pass(10, failing, other)
  expect(delivered()).toMatchObject([
    { subject: 'Truepenny: the database fails', text: expect.stringContaining(`port ${config.port}.`) },
  ])
  areFailing.mockReturnValue(false)
  await pass(10, failing, other)
  expect(delivered().map(({ subject }) => subject)).toEqual([
    'Truepenny: the database fails',
    'Truepenny, over: the database fails',
  ])
  const stored = async () =>
    Object.keys(JSON.parse((await readStoredValue(bank.bank.db, 'faults'))!)).filter((name) =>
      name.startsWith('database'),
    )
  expect(await stored()).toHaveLength(2)
  await pass(1, other)
  now += 25 * 3_600_000
  await pass(1, other)
  expect(await stored()).toEqual([expect.stringMatching(/^database on the machine .*, port 4000$/)])
})

test('jobs that fail are told through the outbox by one of two processes, also after a restart', async () => {
  const at = (minutes: number) => new Date(now + minutes * 60_000)
  const report = { name: 'round-up', succeededAt: null, milliseconds: 5, lateAt: at(10_000) }
  await storeJobReports(bank.bank.db, [{ ...report, failedAt: at(0), error: 'the disk is full (53100)' }])
  await pass(10, openRound(), openRound())
  await pass(10, openRound())
  expect(await queued()).toEqual([
    {
      subject: 'Truepenny: background jobs fail or hang',
      sentences: expect.arrayContaining(['round-up fails: the disk is full (53100).']),
    },
  ])
  await storeJobReports(bank.bank.db, [{ ...report, succeededAt: at(1), failedAt: null, error: null }])
  await pass(10, openRound(), openRound())
  expect((await queued()).map(({ subject }) => subject)).toEqual([
    'Truepenny: background jobs fail or hang',
    'Truepenny, over: background jobs fail or hang',
  ])
  expect(delivered()).toEqual([])
})

test('failing backups are told with the reason', async () => {
  const failure = '/backups cannot be written: its disk is full.'
  vi.spyOn(archiving, 'status').mockReturnValue({ lastBackupAt: null, archivedUntil: null, failure })
  await pass(10, openRound())
  expect(await queued()).toMatchObject([
    { subject: 'Truepenny: backups are failing', sentences: expect.arrayContaining([failure]) },
  ])
})

test('an archive of PostgreSQL that fails is told, in a bank that makes no backups itself, too', async () => {
  let isFailing = true
  const query = bank.bank.db.query.bind(bank.bank.db) as (...given: unknown[]) => unknown
  vi.spyOn(bank.bank.db, 'query').mockImplementation((text: unknown, ...values: unknown[]) =>
    String(text).includes('pg_stat_archiver') ? { rows: [{ isFailing }] } : query(text, ...values),
  )
  await pass(10, openRound({ archiving: undefined }))
  isFailing = false
  await pass(10, openRound({ archiving: undefined }))
  expect(await queued()).toMatchObject([
    {
      subject: 'Truepenny: the archive of PostgreSQL fails',
      sentences: expect.arrayContaining(['PostgreSQL cannot archive its log. Its own log has the reason.']),
    },
    { subject: 'Truepenny, over: the archive of PostgreSQL fails' },
  ])
})

test('a certificate is told two weeks before it ends, until another one is taken', async () => {
  const certificate = openCertificate(testCertificate, () => newerCertificate)
  const round = openRound({ certificate })
  now = Date.UTC(2126, 9, 14)
  await pass(10, round)
  expect(await queued()).toEqual([])
  now = Date.UTC(2126, 9, 16)
  await pass(10, round)
  expect(await queued()).toMatchObject([
    {
      subject: 'Truepenny: the TLS certificate is about to end',
      sentences: expect.arrayContaining([
        'The certificate of TLS_CERT_FILE is valid until October 29, 2126 at 1:25 PM UTC.',
      ]),
    },
  ])
  certificate.reload()
  await pass(10, round)
  expect((await queued()).at(-1)).toMatchObject({
    subject: 'Truepenny, over: the TLS certificate is about to end',
  })
})

test('nothing is watched without an operator or a mail service', () => {
  const { config } = bank.bank
  const open = (settings: Partial<Bank['config']>) =>
    tellOperatorJob.open({ bank: { ...bank.bank, config: { ...config, ...settings } } } as never)
  expect(open({ operatorEmail: undefined })).toBeUndefined()
  expect(open({ mail: { by: 'outbox' } })).toBeUndefined()
})
