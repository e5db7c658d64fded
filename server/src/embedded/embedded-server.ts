import { totalmem } from 'node:os'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { cacheSize } from './cache-size.ts'
import { type Cluster, clusterUser } from './cluster.ts'
import { socketDirectoryOf } from './socket-directory.ts'

/** An embedded PostgreSQL: its files, its program and how it is reached. */
export type EmbeddedServer = {
  readonly cluster: Cluster
  readonly postgres: string
  readonly settings: Readonly<Record<string, string>>
  readonly socketDirectory: string
  /** Its maintenance database, which always exists. */
  readonly address: DatabaseAddress
}

/** The bank's database in the embedded PostgreSQL. */
export const databaseName = 'bank'

/** The server on these files, with the bank's settings and those given, by name. Not started. */
export function embeddedServerOn(
  cluster: Cluster,
  {
    postgres,
    password,
    fsync,
    settings,
  }: {
    postgres: string
    password: string
    fsync: boolean
    settings: Readonly<Record<string, string>>
  },
): EmbeddedServer {
  const socketDirectory = socketDirectoryOf(cluster)
  return {
    cluster,
    postgres,
    socketDirectory,
    address: { host: socketDirectory, port: 5432, user: clusterUser, password, database: 'postgres' },
    settings: {
      listen_addresses: '',
      unix_socket_directories: socketDirectory,
      unix_socket_permissions: '0700',
      port: '5432',
      fsync: fsync ? 'on' : 'off',
      synchronous_commit: fsync ? 'on' : 'off',
      full_page_writes: fsync ? 'on' : 'off',
      shared_buffers: cacheSize(totalmem()),
      max_connections: '60',
      jit: 'off',
      // A checkpoint is spread over a minute instead of four and a half: a backup waits for one.
      checkpoint_completion_target: '0.2',
      // The most WAL that waits for a backup or an archive that does not take it. Then the archive has a gap, and the bank goes on.
      max_slot_wal_keep_size: '4GB',
      // Errors are logged as one sentence each: statements and details contain values of customers.
      log_min_messages: 'error',
      log_min_error_statement: 'panic',
      log_error_verbosity: 'terse',
      log_checkpoints: 'off',
      log_timezone: 'UTC',
      ...settings,
    },
  }
}
