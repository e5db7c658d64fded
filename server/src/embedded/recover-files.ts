import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, clusterUser } from './cluster.ts'
import { databaseName, embeddedServerOn } from './embedded-server.ts'
import { reasonIn, startPostmaster, stopPostmaster } from './postmaster.ts'

/** A PostgreSQL that has recovered the files of a backup. */
export type RecoveredServer = {
  /** As the owner of everything, without a password. */
  readonly address: DatabaseAddress
  readonly stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on files that need recovery, without a limit of time, until it takes connections. The passwords of the files
 * are not needed: only this user can reach its socket. `settings` say how far to recover. Throws PostgreSQL's own reason when it
 * cannot, and the reason of `unwanted` when that is aborted.
 */
export async function recoverFiles(
  cluster: Cluster,
  {
    fsync,
    settings,
    unwanted,
  }: { fsync: boolean; settings: Readonly<Record<string, string>>; unwanted?: AbortSignal | undefined },
): Promise<RecoveredServer> {
  const { postgres } = await findBinaries()
  const hbaFile = join(dirname(cluster.directory), 'pg_hba-restore.conf')
  writeFileSync(hbaFile, 'local all all trust\n', { mode: 0o600 })
  if (cluster.runAs.uid !== undefined) chownSync(hbaFile, cluster.runAs.uid, cluster.runAs.uid)
  const server = embeddedServerOn(cluster, {
    postgres,
    password: '',
    fsync,
    settings: { hba_file: hbaFile, hot_standby: 'off', max_slot_wal_keep_size: '-1', ...settings },
  })
  const started = startPostmaster(server, {})
  const stop = async () => {
    await stopPostmaster(server)
    rmSync(hbaFile, { force: true })
  }
  const address = { host: server.socketDirectory, port: 5432, user: clusterUser, database: databaseName }
  while (!isReady(cluster)) {
    const log = started.logAtExit()
    if (log !== undefined) throw new Error(reasonIn(log))
    if (unwanted?.aborted) {
      await stop()
      throw unwanted.reason
    }
    await wait(20)
  }
  return { address, stop }
}

/** PostgreSQL writes its state into its pid file. Asking it by connecting would fill the log during a long recovery. */
function isReady({ directory }: Cluster): boolean {
  const file = join(directory, 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[stateLine]?.trim() === 'ready'
}

const stateLine = 7
