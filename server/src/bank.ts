import type { DemoPeopleView } from '@bank/contract/sessions/view'
import { openSecurityWatch, type SecurityWatch } from './audit/security-watch.ts'
import type { Archiving } from './backups/archiving.ts'
import { type Books, openBooks } from './books/books.ts'
import { realEnvironment } from './books/environment.ts'
import { type CommitWatch, openCommitWatch } from './books/failing-commits.ts'
import { type Certificate, openCertificate } from './config/certificate.ts'
import type { Config } from './config/config.ts'
import type { TlsSettings } from './config/config-rules.ts'
import type { RotatingKey } from './keys/derive-keys.ts'
import { type Keys, openKeys } from './keys/secret-key.ts'
import { openLimiter } from './limiter.ts'
import { type LiveUpdates, openLiveUpdates } from './live/live-updates.ts'
import { type FailureCounters, openFailureCounters } from './metrics/failure-counters.ts'
import { type JobMeasures, openJobMeasures } from './metrics/job-measures.ts'
import { type MeasuredBooks, measureBooks } from './metrics/measured-books.ts'
import { openRequestMeasures, type RequestMeasures } from './metrics/request-measures.ts'
import { openSignInCounter, type SignInCounter } from './metrics/sign-in-counter.ts'
import { type BreachedPasswords, openBreachedPasswords } from './passwords/breached-passwords.ts'
import { openPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts'
import type { Database } from './postgres/database.ts'
import { type ImageEncoder, openImageEncoder } from './profile/avatar-encoder.ts'
import { openSessionLookup, readStandings, type SessionLookup } from './sessions/session-lookup.ts'
import { findWatchedSessions } from './sessions/watched-session.ts'
import { type FilesUnderWay, openFilesUnderWay } from './statements/files-under-way.ts'
import { type DiskSetting, type Disks, openDisks } from './storage/disk-space.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** The parts of the program. */
export type Bank = {
  readonly config: Config
  readonly db: Database
  /** True for a bank that was restored for forensics: no request changes anything, and no job runs. */
  readonly isReadOnly: boolean
  readonly books: Books
  /** Whether the commits of the books succeed. */
  readonly commits: CommitWatch
  /** The metrics of the books. */
  readonly measures: MeasuredBooks['measures']
  readonly requests: RequestMeasures
  readonly signIns: SignInCounter
  readonly failures: FailureCounters
  readonly jobMeasures: JobMeasures
  readonly keys: Keys
  readonly passwords: PasswordHasher
  readonly breachedPasswords: BreachedPasswords
  readonly encodeAvatar: ImageEncoder
  readonly sessions: SessionLookup
  readonly live: LiveUpdates
  /** Its own certificate, where it uses TLS itself. */
  readonly certificate: Certificate | undefined
  /** Security events, until they are written to the table. */
  readonly securityWatch: SecurityWatch
  /** Runs work of one name, such as the attempts at one user's secret, one after the other. */
  readonly oneAtATime: ReturnType<typeof openLimiter>
  /** Draws PDFs, one of each name at a time: a drawing takes a processor for seconds, and memory. */
  readonly drawings: ReturnType<typeof openLimiter>
  readonly filesUnderWay: FilesUnderWay
  /** The backups that are made while the bank runs; undefined without BACKUP_DIR. */
  readonly archiving: Archiving | undefined
  /** The disks of DATA_DIR, where the database is embedded, and of BACKUP_DIR. */
  readonly disks: Disks
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Takes the spans of requests, where traces are exported. */
  readonly tracing: Tracing | undefined
  /** The people to sign in as, in demo mode. */
  readonly demoPeople: DemoPeopleView['people']
  /** Completes the work under way, then closes the bank's own connections; those of `db` stay open. */
  readonly close: () => Promise<void>
}

// As many as can wait for a password hash: more would only wait there.
const waitingInLineMax = 64
// The last one waits for less than a minute while all the others are statements of ten thousand lines.
const waitingDrawingsMax = 16

type BankOptions = {
  readonly config: Config
  readonly db: Database
  readonly clock?: () => number
  /** For a database that was restored for forensics. */
  readonly isReadOnly?: boolean
  /** Multiplies the timeouts of the books and of the look-up of sessions, for tests on a slow machine. */
  readonly timeoutFactor?: number
  readonly telemetry?: Telemetry | undefined
  /** Starts the backups. */
  readonly archive?: ((key: RotatingKey) => Archiving) | undefined
  /** Reads the certificate again. */
  readonly readTls?: (() => TlsSettings) | undefined
  readonly demoPeople?: DemoPeopleView['people']
}

/** Opens the parts of the bank on its database. Throws a one-line error when a setting does not fit the database. */
export async function openBank({
  config,
  db,
  clock = Date.now,
  demoPeople = [],
  telemetry,
  archive,
  readTls,
  isReadOnly = false,
  timeoutFactor = 1,
}: BankOptions): Promise<Bank> {
  const { tls } = config
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswordsFile)
  const keys = await openKeys(db, config, new Date(clock()))
  const commits = openCommitWatch(timeoutFactor)
  const traces = telemetry?.traceBooks()
  const opened = await openBooks({
    db,
    pinKey: keys.pinKey,
    clock,
    environment: traces?.environment ?? realEnvironment,
    guardRules: config,
    timeoutFactor,
    commits,
    readStandings: readStandings(config),
  })
  const { books, measures } = measureBooks(traces?.traced(opened) ?? opened)
  const sessions = openSessionLookup(db, config, { clock, timeoutFactor })
  const live = openLiveUpdates({
    db,
    clock,
    readSessions: (ids) => findWatchedSessions(db, config, ids, new Date(clock())),
  })
  return {
    config,
    db,
    isReadOnly,
    books,
    commits,
    measures,
    requests: openRequestMeasures(),
    signIns: openSignInCounter(),
    failures: openFailureCounters(),
    jobMeasures: openJobMeasures(),
    keys,
    passwords: openPasswordHasher(keys.passwordPepper, keys.firstId),
    breachedPasswords,
    encodeAvatar: openImageEncoder(),
    sessions,
    live,
    certificate: tls && openCertificate(tls, readTls ?? (() => tls)),
    securityWatch: openSecurityWatch(),
    oneAtATime: openLimiter({ atOnceMax: 1, waitingMax: waitingInLineMax }),
    drawings: openLimiter({ atOnceMax: 1, waitingMax: waitingDrawingsMax }),
    filesUnderWay: openFilesUnderWay(),
    clock,
    tracing: telemetry?.tracing,
    archiving: archive?.(keys.backupKey),
    disks: openDisks(filledFolders(config)),
    demoPeople,
    close: () => closeInOrder([live, books, sessions, breachedPasswords]),
  }
}

async function closeInOrder(parts: readonly { readonly close: () => Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close()
}

/** The folders that the bank fills. A database of DATABASE_URL keeps its data elsewhere. */
function filledFolders({ databaseUrl, dataDir, backups }: Config): Map<DiskSetting, string> {
  const folders = new Map<DiskSetting, string>()
  if (databaseUrl === undefined) folders.set('DATA_DIR', dataDir)
  if (backups) folders.set('BACKUP_DIR', backups.backupDir)
  return folders
}
