import type { Archiving } from '../../backups/archiving.ts'
import type { Bank } from '../../bank.ts'
import type { Certificate } from '../../config/certificate.ts'
import { version } from '../../config/version.ts'

/** How a metric is read: a value, or one for each value of its label. Undefined or an error leaves it out. */
export type Reading = {
  readonly help: string
  readonly label?: string
  readonly read: () => Promise<number | undefined | ReadonlyMap<string, number>>
}

type Readings = Readonly<Record<string, Reading>>

/** What this process knows without its database. */
export function processReadings(bank: Bank): Readings {
  return { ...poolReadings(bank), ...bankReadings(bank), ...machineReadings(bank), ...settingReadings(bank) }
}

function poolReadings({ db }: Bank): Readings {
  return {
    bank_database_connections: {
      help: 'Connections in the pool of this process, active and idle.',
      read: async () => db.totalCount,
    },
    bank_database_connections_idle: {
      help: 'Idle connections in the pool of this process.',
      read: async () => db.idleCount,
    },
    bank_database_waiting: {
      help: 'Queries waiting for a connection of the pool.',
      read: async () => db.waitingCount,
    },
  }
}

function bankReadings({ commits, live, securityWatch, requests, passwords, drawings }: Bank): Readings {
  return {
    bank_commits_failing: {
      help: '1 while the commits of the books fail for want of space or of a connection, else 0.',
      read: async () => (commits.areFailing() ? 1 : 0),
    },
    bank_live_connections: {
      help: 'Live connections to this process.',
      read: async () => live.count(),
    },
    bank_queue_length: {
      help: 'What waits for its turn in this process: requests, hashes of passwords, documents to be drawn.',
      label: 'queue',
      read: async () =>
        new Map([
          ['requests', requests.waitingCount()],
          ['passwords', passwords.waitingCount()],
          ['documents', drawings.waitingCount()],
        ]),
    },
    bank_security_events_total: {
      help: 'Security events of this process, including those not written to the table.',
      read: async () => securityWatch.count(),
    },
  }
}

function machineReadings({ disks }: Bank): Readings {
  return {
    bank_build_info: {
      help: '1, with the version of the bank.',
      label: 'version',
      read: async () => new Map([[version, 1]]),
    },
    bank_disk_free_bytes: {
      help: 'What the bank may still write on the disk of DATA_DIR, where the database is embedded, and of BACKUP_DIR.',
      label: 'folder',
      read: async () => mapValues(await disks.read(), ({ freeBytes }) => freeBytes),
    },
    bank_disk_size_bytes: {
      help: 'The size of these disks.',
      label: 'folder',
      read: async () => mapValues(await disks.read(), ({ sizeBytes }) => sizeBytes),
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
}

function mapValues<Value>(values: ReadonlyMap<string, Value>, of: (value: Value) => number) {
  return new Map([...values].map(([name, value]) => [name, of(value)]))
}

/** What is there with some settings only. */
function settingReadings({ archiving, certificate }: Bank): Readings {
  return { ...(archiving && backupReadings(archiving)), ...(certificate && certificateReadings(certificate)) }
}

function certificateReadings({ end }: Certificate): Readings {
  return {
    bank_certificate_end_time_seconds: {
      help: 'When the certificate of TLS_CERT_FILE ends, in seconds since 1970.',
      read: async () => end() / 1_000,
    },
  }
}

/** With BACKUP_DIR: how backups and the archive are doing. */
function backupReadings(archiving: Archiving): Readings {
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
