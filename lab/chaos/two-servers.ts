import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBinaries } from '@bank/server/embedded/binaries'
import { clusterUser, openCluster } from '@bank/server/embedded/cluster'
import type { EmbeddedServer } from '@bank/server/embedded/embedded-server'
import { startPostmaster, stopPostmaster } from '@bank/server/embedded/postmaster'
import { socketDirectoryOf } from '@bank/server/embedded/socket-directory'
import { readOrMakeSecret } from '@bank/server/storage/secret-file'
import type pg from 'pg'
import { copyCluster } from './copy-cluster.ts'
import { type PostgresInUse, postgresIn } from './postgres-in-use.ts'

/** A primary with a synchronous standby: a commit is acknowledged when both have it. */
export type TwoServers = {
  /** The current primary. */
  readonly primary: PostgresInUse
  /** The path of the primary's log. */
  readonly log: () => string
  readonly standbyProcesses: () => number[]
  /** Makes the standby the primary, without a standby of its own. */
  readonly promote: () => Promise<void>
  /** Makes a standby from a copy of the primary, and waits until commits wait for it. */
  readonly addStandby: () => Promise<void>
  readonly close: () => Promise<void>
}

type Node = { readonly name: string; readonly server: EmbeddedServer; readonly inUse: PostgresInUse }

/** Starts both in `folder`, with the binaries of the embedded PostgreSQL. */
export async function openTwoServers(folder: string): Promise<TwoServers> {
  const { initdb, postgres } = await findBinaries()
  const password = readOrMakeSecret(folder, 'postgres-password')
  let made = 0
  let primary = await openNode()
  let standby: Node | undefined
  await start(primary, {})
  const first = await primary.inUse.connect('postgres')
  await first.query('create database bank')
  await first.end()
  await addStandby()

  /** Prepares a server on a copied cluster, or on a new one. */
  async function openNode(name = `server-${++made}`): Promise<Node> {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, 'postgres-password'), password, { mode: 0o600 })
    const cluster = await openCluster(dataDir, password, initdb)
    const socketDirectory = socketDirectoryOf(cluster)
    const place = { host: socketDirectory, port: 5432, user: clusterUser, password, database: 'postgres' }
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socketDirectory,
      port: '5432',
      unix_socket_permissions: '0700',
      max_connections: '60',
      jit: 'off',
    }
    return {
      name,
      server: { cluster, postgres, settings, socketDirectory, address: place },
      inUse: postgresIn(dataDir),
    }
  }

  async function start({ name, server, inUse }: Node, settings: Record<string, string>): Promise<void> {
    const started = startPostmaster(server, settings)
    await until(`${name} answers`, async () => {
      const log = started.logAtExit()
      if (log !== undefined) throw new Error(`${name} did not start: ${log}`)
      return (await asked(inUse, 'select 1').catch(() => [])).length === 1
    })
  }

  async function addStandby(): Promise<void> {
    const name = `server-${++made}`
    const connection = await primary.inUse.connect('postgres')
    const slot = name.replace('-', '_')
    try {
      await connection.query('select pg_create_physical_replication_slot($1, true)', [slot])
      await connection.query(`select pg_backup_start('standby', true)`)
      mkdirSync(join(folder, name), { mode: 0o700 })
      const directory = join(folder, name, 'postgres')
      const { runAs } = primary.server.cluster
      copyCluster(primary.server.cluster.directory, directory, runAs.uid)
      // Before the label is there: the bank opens no backup that was not restored.
      const node = await openNode(name)
      const { rows } = await connection.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      )
      for (const [file, text] of [
        ['backup_label', rows[0]!.labelfile],
        ['standby.signal', ''],
      ] as const) {
        writeFileSync(join(directory, file), text, { mode: 0o600 })
        if (runAs.uid !== undefined) chownSync(join(directory, file), runAs.uid, runAs.uid)
      }
      // After its promotion it must not wait for the standby of the old primary.
      appendFileSync(join(directory, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
      await start(node, {
        primary_conninfo: `host=${primary.server.socketDirectory} port=5432 user=${clusterUser} password=${password} application_name=${slot}`,
        primary_slot_name: slot,
      })
      await connection.query(`alter system set synchronous_standby_names = '${slot}'`)
      await connection.query('select pg_reload_conf()')
      await untilInStep(connection, slot)
      standby = node
    } finally {
      await connection.end()
    }
  }

  return {
    primary: {
      socketPath: () => primary.inUse.socketPath(),
      password,
      postmaster: () => primary.inUse.postmaster(),
      processes: () => primary.inUse.processes(),
      connect: (database) => primary.inUse.connect(database),
    },
    log: () => join(primary.server.cluster.directory, '..', 'postgres.log'),
    standbyProcesses: () => standby?.inUse.processes() ?? [],
    async promote() {
      const promoted = standby!
      // The old primary's files are deleted after the promotion only.
      const [answer] = await asked(promoted.inUse, 'select pg_promote(true, 60) as done')
      if (!(answer as { done: boolean }).done) throw new Error('The standby was not promoted in a minute.')
      const old = primary.server.cluster.directory
      primary = promoted
      standby = undefined
      rmSync(join(old, '..'), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
    addStandby,
    async close() {
      await stopPostmaster(primary.server)
      if (standby) await stopPostmaster(standby.server)
    },
  }
}

/** Waits until commits wait for the standby, and it has everything that was committed before. */
async function untilInStep(connection: pg.Client, slot: string): Promise<void> {
  const inStep = async () => {
    const { rowCount } = await connection.query(
      `select from pg_stat_replication where application_name = $1 and sync_state = 'sync'`,
      [slot],
    )
    return rowCount === 1
  }
  await until('commits wait for the standby', inStep)
  const { rows } = await connection.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await until('the standby has caught up', async () => {
    const { rowCount } = await connection.query(
      'select from pg_stat_replication where application_name = $1 and flush_lsn >= $2::pg_lsn',
      [slot, rows[0]!.lsn],
    )
    return rowCount === 1
  })
}

async function asked(postgres: PostgresInUse, query: string): Promise<unknown[]> {
  const connection = await postgres.connect('postgres')
  try {
    return (await connection.query(query)).rows
  } finally {
    await connection.end()
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Timeout after a minute: ${what}.`)
    await wait(20)
  }
}
