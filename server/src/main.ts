import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { makeFirstAdministrator } from './admin/administrators/first-administrator.ts'
import { endArchive, startArchiving } from './backups/archiving.ts'
import { isForForensics } from './backups/forensics.ts'
import { areJobsPaused, letJobsRun } from './backups/paused-jobs.ts'
import { type Bank, openBank } from './bank.ts'
import { type Config, readConfig, readDatabaseSettings, readTlsAgain } from './config/config.ts'
import type { TelemetrySettings } from './config/config-telemetry.ts'
import { weakSettings } from './config/config-weak.ts'
import { version } from './config/version.ts'
import { demoNotice } from './demo/demo-notice.ts'
import { type DemoCredentials, demoCredentials, demoPeopleOf } from './demo/demo-people.ts'
import { openDemo } from './demo/open-demo.ts'
import { reachDatabase } from './embedded/reach-database.ts'
import { createNewestTransactionsIndex } from './gateway/transactions/newest-transactions-index.ts'
import { endWithin } from './hard-end.ts'
import { metricsOf, openMetricsHttp } from './http/ops/metrics.ts'
import { openHttp } from './http/server.ts'
import { describeCertificate } from './jobs/reload-certificate.ts'
import { startJobs } from './jobs/start-jobs.ts'
import type { RotatingKey } from './keys/derive-keys.ts'
import { complain, say, warn } from './operator-lines.ts'
import { closeDatabase, type Database, openDatabase, openPoolBeside } from './postgres/database.ts'
import type { DatabaseAddress } from './postgres/database-address.ts'
import { migrate } from './postgres/migrate.ts'
import { reasonOf } from './reason-of.ts'
import { skipDueRuns } from './schedules/skip-due-runs.ts'
import { openServiceManager } from './service-manager.ts'

/** Closes what was opened, in the order of opening. */
const opened: (() => Promise<unknown>)[] = []

const open = process.argv.includes('--migrate') ? migrateOnly : start
const starting = open().catch(async (error: unknown) => {
  complain(oneLine(error))
  await closeAll()
  process.exit(1)
})

// A terminal that is closed sends SIGHUP. From elsewhere it asks for the certificate to be read again.
const isInTerminal = process.stdin.isTTY || process.stdout.isTTY
const stopSignals = ['SIGINT', 'SIGQUIT', 'SIGTERM', ...(isInTerminal ? (['SIGHUP'] as const) : [])] as const
if (!isInTerminal) process.on('SIGHUP', async () => readCertificate(await starting))

const serviceManager = openServiceManager(process.env)
const closing = { delay: 10_000, skip: [...stopSignals, 'SIGHUP' as const], logger: { error: complain } }
const { close: closeBank } = closeWithGrace(closing, async ({ err }) => {
  if (err) complain(err)
  serviceManager.stopping()
  await starting
  await closeAll()
})
// Long enough for Node to end on a busy machine, and within what the unit and the container wait for a stop.
process.on('exit', () => endWithin(8))

// Ctrl-C arrives twice, from the terminal and from npm: the second one changes nothing. The library would end the bank there.
let isStopping = false
for (const signal of stopSignals)
  process.on(signal, () => {
    if (!isStopping) closeBank()
    isStopping = true
  })

/**
 * Ends the program once the database has the tables of this version. It reads the database's address and GATEWAY_PROJECT only: a
 * container that migrates needs no other secret, and the bank's container not the address of the tables' owner.
 */
async function migrateOnly(): Promise<never> {
  const { ownerAddress, stop } = await reachDatabase(readDatabaseSettings(process.env), { warn })
  opened.push(stop)
  await prepareTables(ownerAddress, Boolean(process.env.GATEWAY_PROJECT))
  say(`The database is ready for Truepenny ${version}.`)
  await closeAll()
  process.exit(0)
}

async function prepareTables(ownerAddress: DatabaseAddress, hasGateway: boolean): Promise<void> {
  await migrate(ownerAddress)
  if (hasGateway) await createNewestTransactionsIndex(ownerAddress)
}

/** Opens the database, the bank and its HTTP server. */
async function start(): Promise<Bank> {
  const config = readConfig(process.env)
  for (const warning of weakSettings(process.env, config)) warn(warning)
  const { programAddress, ownerAddress, stop } = await reachDatabase(config, { warn })
  opened.push(stop)
  await prepareTables(ownerAddress, config.gateway !== undefined)
  const db = await openDatabase(programAddress, { warn })
  opened.push(() => closeDatabase(db))
  const isReadOnly = await isForForensics(db)
  if (process.argv.includes('--resume')) await resume(db, config, isReadOnly)
  const arePaused = await areJobsPaused(db)
  const archive = isReadOnly ? undefined : await openArchive(config, ownerAddress)
  const demoPeople = config.demo ? demoPeopleOf(demoCredentials(config.dataDir)) : []
  const telemetry = config.telemetry && (await openExport(config.telemetry))
  const bank = await openBank({
    config,
    db,
    demoPeople,
    telemetry,
    archive,
    isReadOnly,
    readTls: () => readTlsAgain(process.env, config),
  })
  opened.push(() => bank.close())
  telemetry?.exportMetrics(metricsOf(bank))
  const demo = isReadOnly ? undefined : await makeFirstUsers(bank)
  const http = await openHttp(bank)
  opened.push(() => http.close())
  await http.listen({ host: config.host, port: config.port }).catch((error) => {
    throw new Error(listenFailure(error, config), { cause: error })
  })
  const { port } = http.server.address() as AddressInfo
  const metrics = await openMetrics(bank)
  const address = config.publicUrl ?? ownAddress(config, port)
  if (!isReadOnly) {
    const jobsDb = openPoolBeside(db, jobConnections)
    opened.push(() => closeDatabase(jobsDb))
    const jobs = startJobs({ ...bank, db: jobsDb }, { address, log: http.log, print: say })
    opened.push(() => jobs.close())
  }
  say(`Truepenny ${version}`)
  say(`Ready on ${addressOf(config, port)}`)
  if (isReadOnly) say(forensicsNotice)
  else if (arePaused) say(pausedNotice)
  if (metrics) say(`Metrics on ${metrics}`)
  if (demo) say(demoNotice(demo))
  if (process.stdout.isTTY) say('Stop it with Ctrl-C.')
  serviceManager.ready(() => db.query('select 1'))
  return bank
}

const pausedNotice =
  'This bank was restored. It sends no mail and makes no round-ups and no scheduled payments until it is started with: npm start -- --resume'

const forensicsNotice =
  'This bank was restored for forensics. It is read-only: it refuses every change, runs no jobs, makes no backups and sends no mail.'

// Their rounds begin together at the start, and after the machine has slept: with these they take no connection from customers.
const jobConnections = 4

/** Makes the first administrator and, in demo mode, the demo people, unless they are there. Returns the demo people. */
async function makeFirstUsers(bank: Bank): Promise<DemoCredentials | undefined> {
  await makeFirstAdministrator(bank, new Date())
  return bank.config.demo ? openDemo(bank, new Date()) : undefined
}

/** Lets the jobs run again. With `--skip-scheduled`, payments that customers scheduled for the time until now are left out. */
async function resume(db: Database, config: Config, isReadOnly: boolean): Promise<void> {
  if (isReadOnly) {
    throw new Error('This bank was restored for forensics and stays read-only: start it without --resume.')
  }
  // Before the jobs of any process would make them.
  if (process.argv.includes('--skip-scheduled')) await skipDueRuns(db, config, new Date())
  await letJobsRun(db, new Date())
}

function readCertificate({ certificate }: Bank): void {
  try {
    certificate?.reload()
    say(
      certificate ? describeCertificate(certificate) : 'SIGHUP changes nothing: the bank has no certificate.',
    )
  } catch (error) {
    warn(`The earlier certificate stays in use: ${oneLine(error)}`)
  }
}

/** Opens the export of traces and metrics. Its libraries are loaded only here. */
async function openExport(settings: TelemetrySettings) {
  const { openTelemetry } = await import('./telemetry/telemetry.ts')
  const telemetry = openTelemetry(settings, warn)
  opened.push(() => telemetry.close())
  return telemetry
}

/** What starts the archive and the backups, where BACKUP_DIR is set: once the key is known to be the bank's. */
async function openArchive({ backups, databaseUrl, dataDir }: Config, address: DatabaseAddress) {
  if (backups === undefined) {
    if (databaseUrl === undefined) await endArchive(dataDir, address)
    return undefined
  }
  const { everyHours, ...settings } = backups
  const everyMilliseconds = everyHours * 60 * 60_000
  return (key: RotatingKey) => {
    const archiving = startArchiving({ address, dataDir, key, everyMilliseconds, ...settings }, warn)
    opened.push(() => archiving.close())
    return archiving
  }
}

/** Serves the metrics on METRICS_PORT, where it is set, and returns their address. */
async function openMetrics(bank: Bank): Promise<string | undefined> {
  const { metricsPort: port } = bank.config
  if (port === undefined) return undefined
  const metrics = openMetricsHttp(bank)
  opened.push(() => metrics.close())
  const host = '127.0.0.1'
  const address = await metrics.listen({ host, port }).catch((error) => {
    throw new Error(listenFailure(error, { host, port }, 'METRICS_PORT'), { cause: error })
  })
  return `${address}/metrics`
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) {
    await close().catch(complain)
  }
}

function addressOf(config: Config, port: number): string {
  const own = ownAddress(config, port)
  return config.publicUrl === undefined ? own : `${own} for ${config.publicUrl}`
}

function ownAddress({ host, tls }: Config, port: number): string {
  return `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
  setting = 'PORT',
): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use: set ${setting} to another one.`
  if (error.code === 'EACCES')
    return `This user may not listen on port ${port}: set ${setting} to a port above 1023.`
  return `HOST is "${host}", which this machine cannot listen on (${error.message}).`
}

/** The reason why the bank does not start, in one line for the operator. */
function oneLine(error: unknown): string {
  return reasonOf(error).replace(/\s*\n\s*/g, ' ')
}
