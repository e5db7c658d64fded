import type { OverviewView } from '@bank/contract/admin/overview/view'
import { momentText } from '@bank/contract/date-text'
import type { Bank } from '../bank.ts'
import { reasonOf } from '../reason-of.ts'
import { isLow } from '../storage/disk-space.ts'

/** Something that an operator is told, whether it is there or not. */
export type Fault = {
  /** In the subject of the mails. */
  readonly title: string
  /** The alert whose section of the runbooks says what to do. */
  readonly runbook: string
  /** True where the outbox, which is a table, may be unable to take a mail about it. */
  readonly isOfStorage: boolean
  /** True where another process, or another machine, may be without it. */
  readonly isOfProcess: boolean
  /** What is wrong, in sentences; none while all is well. */
  readonly sentences: readonly string[]
}

const day = 24 * 60 * 60_000
// As the alert CertificateEnding.
const certificateDaysMin = 14

/** What the overview of the administrators shows, and what PostgreSQL says of its own archive. */
type Overview = {
  /** The jobs, or why the database could not be read. */
  readonly jobs: Error | readonly JobState[]
  /** Null where the bank makes no backups itself. */
  readonly backups: { readonly isArchiveBehind: boolean; readonly isBackupOverdue: boolean } | null
  /** Undefined where it cannot be read. */
  readonly isArchiverFailing: boolean | undefined
}

type JobState = Pick<OverviewView['jobs'][number], 'name' | 'state'> & {
  readonly failure: { readonly error: string } | null
}

/** The faults of which it is known at this moment whether they are there, by name. */
export async function findFaults(
  bank: Bank,
  { jobs, backups, isArchiverFailing }: Overview,
  now: Date,
): Promise<ReadonlyMap<string, Fault>> {
  const faults = new Map<string, Fault>([
    ...(await diskFaults(bank)),
    ['database', databaseFault(bank, jobs)],
  ])
  if (!(jobs instanceof Error)) faults.set('jobs', jobsFault(jobs))
  if (backups) faults.set('backups', backupsFault(bank, backups))
  if (isArchiverFailing !== undefined) faults.set('archiver', archiverFault(isArchiverFailing))
  const certificate = certificateFault(bank, now)
  if (certificate) faults.set('certificate', certificate)
  return faults
}

async function diskFaults({ disks }: Bank): Promise<[string, Fault][]> {
  return [...(await disks.read())].map(([folder, space]) => {
    const { freeBytes, sizeBytes } = space
    const percent = Math.floor((100 * freeBytes) / sizeBytes)
    const sentence = `${percent} % of the disk of ${folder} is free: ${gigabytes(freeBytes)} of ${gigabytes(sizeBytes)} GB.`
    const fault = {
      title: `the disk of ${folder} is almost full`,
      runbook: 'DiskLow',
      isOfStorage: true,
      isOfProcess: true,
      sentences: isLow(space) ? [sentence] : [],
    }
    return [`disk of ${folder}`, fault]
  })
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

function databaseFault({ commits }: Bank, jobs: Overview['jobs']): Fault {
  const unreadable = jobs instanceof Error ? [`The bank cannot read its database: ${reasonOf(jobs)}.`] : []
  const unwritable = commits.areFailing()
    ? ['No payment can be committed. The log has the reason, in the line “commits fail”.']
    : []
  return {
    title: 'the database fails',
    runbook: unreadable.length > 0 ? 'DatabaseUnreachable' : 'CommitsFailing',
    isOfStorage: true,
    isOfProcess: true,
    sentences: [...unreadable, ...unwritable],
  }
}

function jobsFault(jobs: readonly JobState[]): Fault {
  const wrong = jobs.filter(({ state }) => state !== 'running')
  return {
    title: 'background jobs fail or hang',
    runbook: 'JobsFailing',
    isOfStorage: false,
    isOfProcess: false,
    sentences: wrong.map(({ name, state, failure }) =>
      state === 'failing'
        ? `${name} fails: ${failure?.error}.`
        : `${name} is late: it has not completed a round for minutes.`,
    ),
  }
}

function backupsFault({ archiving }: Bank, backups: NonNullable<Overview['backups']>): Fault {
  const failure = archiving?.status().failure ?? null
  return {
    title: 'backups are failing',
    runbook: 'BackupsFailing',
    isOfStorage: false,
    isOfProcess: false,
    sentences: [
      ...(failure === null ? [] : [`${failure.replace(/\.$/, '')}.`]),
      ...(backups.isArchiveBehind ? ['The archive is more than five minutes behind.'] : []),
      ...(backups.isBackupOverdue ? ['The last backup is too old.'] : []),
    ],
  }
}

function archiverFault(isFailing: boolean): Fault {
  return {
    title: 'the archive of PostgreSQL fails',
    runbook: 'BackupsFailing',
    isOfStorage: false,
    isOfProcess: false,
    sentences: isFailing ? ['PostgreSQL cannot archive its log. Its own log has the reason.'] : [],
  }
}

function certificateFault({ certificate, config: { timeZone } }: Bank, now: Date): Fault | undefined {
  if (certificate === undefined) return undefined
  const end = certificate.end()
  const isEnding = end - now.getTime() < certificateDaysMin * day
  return {
    title: 'the TLS certificate is about to end',
    runbook: 'CertificateEnding',
    isOfStorage: false,
    isOfProcess: true,
    sentences: isEnding
      ? [`The certificate of TLS_CERT_FILE is valid until ${momentText(new Date(end), timeZone, 'long')}.`]
      : [],
  }
}
