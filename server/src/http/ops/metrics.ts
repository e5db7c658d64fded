import fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Bank } from '../../bank.ts'
import { findLastBooksCheck } from '../../books/check/books-check.ts'
import { countKeyUse } from '../../key-use/key-use.ts'
import { readHeads } from '../../live/change-feed.ts'
import { countWaitingMail } from '../../mail/outgoing-mail.ts'
import { Refusal } from '../../refusal.ts'
import { countSessions } from '../../sessions/session.ts'
import { originOf } from '../api/origin.ts'
import { failureOf } from '../api/problem.ts'
import { cachedFor } from './cached-for.ts'

/** The metrics of this process and its database. Everything except the books' measures is collected when it is read. */
export function metricsOf(bank: Bank): Registry {
  const registry = new Registry()
  for (const measure of [...bank.measures, ...Object.values(bank.failures)]) registry.registerMetric(measure)
  for (const measure of Object.values(bank.jobMeasures)) registry.registerMetric(measure)
  for (const [name, { help, label, read }] of Object.entries<Read>({
    ...readings,
    ...keyReadings(bank),
    ...backupReadings(bank),
  })) {
    const Metric = name.endsWith('_total') ? Counter : Gauge
    new Metric({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        // A value that cannot be read is left out, so that the others are still reported.
        const value = await read(bank).catch(() => undefined)
        this.reset()
        if (label === undefined) this.remove()
        if (typeof value === 'number') this.inc(value)
        else for (const [of, each] of value ?? []) this.inc({ [label!]: of }, each)
      },
    })
  }
  return registry
}

/** `/metrics` for Prometheus, for loopback callers only. */
export function registerMetrics(app: FastifyInstance, bank: Bank, counted: onRequestHookHandler): void {
  const registry = metricsOf(bank)
  // Some values are counted in the database.
  const read = cachedFor(1_000, bank.clock, () => registry.metrics())
  app.get('/metrics', { onRequest: counted }, async (request, reply) => {
    if (!originOf(request).isLoopback) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await read())
  })
}

/** A server with only the metrics, for a port that no proxy forwards. Not yet listening. */
export function openMetricsHttp(bank: Bank): FastifyInstance {
  const app = fastify({ logger: false, requestTimeout: requestMilliseconds })
  app.setErrorHandler((error, _request, reply) => {
    reply.code(failureOf(error, { instance: '', traceId: '' }).problem.status).send()
  })
  registerMetrics(app, bank, (_request, _reply, done) => done())
  return app
}

const requestMilliseconds = 10_000

/** A value, or one for each value of a label. */
type Read = {
  readonly help: string
  readonly label?: string
  readonly read: (bank: Bank) => Promise<number | undefined | ReadonlyMap<string, number>>
}

const readings: Readonly<Record<string, Read>> = {
  bank_batches_total: {
    help: 'Batches written by all processes; instructions divided by batches is the mean batch size.',
    read: async ({ db }) =>
      Number([...(await readHeads(db)).batches.values()].reduce((sum, batchNo) => sum + batchNo, 0n)),
  },
  bank_sessions: {
    help: 'Sessions in the database, of all processes, including abandoned ones.',
    read: ({ db }) => countSessions(db),
  },
  bank_mail_waiting: {
    help: 'Mails in the outbox that are neither sent nor given up.',
    read: ({ db }) => countWaitingMail(db),
  },
  bank_books_in_order: {
    help: 'Result of the last check of the books: 1 in order, 0 not. Absent before the first check.',
    read: async ({ db }) => {
      const check = await findLastBooksCheck(db)
      return check && (check.fault === null ? 1 : 0)
    },
  },
  bank_books_checked_time_seconds: {
    help: 'When the last check of the books ended, in seconds since 1970.',
    read: async ({ db }) => {
      const check = await findLastBooksCheck(db)
      return check && check.finishedAt.getTime() / 1_000
    },
  },
  bank_commits_failing: {
    help: '1 while the commits of the books fail for want of space or of a connection, else 0.',
    read: async ({ commits }) => (commits.areFailing() ? 1 : 0),
  },
  bank_disk_free_bytes: {
    help: 'What the bank may still write on the disk of DATA_DIR, where the database is embedded, and of BACKUP_DIR.',
    label: 'folder',
    read: async ({ disks }) => mapValues(await disks.read(), ({ freeBytes }) => freeBytes),
  },
  bank_disk_size_bytes: {
    help: 'The size of these disks.',
    label: 'folder',
    read: async ({ disks }) => mapValues(await disks.read(), ({ sizeBytes }) => sizeBytes),
  },
  bank_live_connections: {
    help: 'Live connections to this process.',
    read: async ({ live }) => live.count(),
  },
  bank_database_connections: {
    help: 'Connections in the pool of this process, active and idle.',
    read: async ({ db }) => db.totalCount,
  },
  bank_database_connections_idle: {
    help: 'Idle connections in the pool of this process.',
    read: async ({ db }) => db.idleCount,
  },
  bank_database_waiting: {
    help: 'Queries waiting for a connection of the pool.',
    read: async ({ db }) => db.waitingCount,
  },
  bank_security_events_total: {
    help: 'Security events of this process, including those not written to the table.',
    read: async ({ securityWatch }) => securityWatch.count(),
  },
  process_resident_memory_bytes: {
    help: 'Memory of this process.',
    read: async () => process.memoryUsage.rss(),
  },
  process_cpu_seconds_total: {
    help: 'Processor time of this process.',
    read: async () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1_000_000
    },
  },
  process_start_time_seconds: {
    help: 'When this process started, in seconds since 1970.',
    read: async () => performance.timeOrigin / 1_000,
  },
}

function mapValues<Value>(values: ReadonlyMap<string, Value>, of: (value: Value) => number) {
  return new Map([...values].map(([name, value]) => [name, of(value)]))
}

/** While a SECRET_KEY is being replaced: the rows left. Counting scans whole tables, so it runs at most once a minute. */
function keyReadings({ db, keys, clock }: Bank): Readonly<Record<string, Read>> {
  if (keys.previousId === undefined) return {}
  return {
    bank_rows_under_previous_key: {
      help: 'Rows that still depend on SECRET_KEY_PREVIOUS, counted at most once a minute.',
      read: cachedFor(60_000, clock, async () =>
        (await countKeyUse(db, keys)).reduce((sum, { previous }) => sum + previous, 0),
      ),
    },
  }
}

/** With BACKUP_DIR: how backups and the archive are doing. */
function backupReadings({ archiving }: Bank): Readonly<Record<string, Read>> {
  if (archiving === undefined) return {}
  const secondsOf = async (moment: string | null) => (moment === null ? 0 : Date.parse(moment) / 1_000)
  return {
    bank_backup_last_completed_timestamp_seconds: {
      help: 'When the last backup was complete, in seconds since 1970; 0 before the first.',
      read: () => secondsOf(archiving.status().lastBackupAt),
    },
    bank_archive_until_timestamp_seconds: {
      help: 'The moment up to which the archive has every commit, in seconds since 1970; 0 before it is known.',
      read: () => secondsOf(archiving.status().archivedUntil),
    },
    bank_backups_failing: {
      help: '1 while nothing can be archived or no backup can be made, else 0.',
      read: async () => (archiving.status().failure === null ? 0 : 1),
    },
  }
}
