import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBinaries } from '@bank/server/embedded/binaries'
import { clusterUser, openCluster } from '@bank/server/embedded/cluster'
import type { EmbeddedServer } from '@bank/server/embedded/embedded-server'
import { startPostmaster, stopPostmaster } from '@bank/server/embedded/postmaster'
import { socketDirectoryOf } from '@bank/server/embedded/socket-directory'
import { keptSecret } from '@bank/server/storage/kept-secret'
import type pg from 'pg'
import { copyCluster } from './copy-cluster.ts'
import { type PostgresInUse, postgresIn } from './postgres-in-use.ts'

/** A primary and a standby, with nobody but us to look after them. No commit is answered that is on one of them only. */
export type TwoServers = {
  /** Whichever is the primary now. */
  readonly primary: PostgresInUse
  /** Where the primary's log is. */
  readonly log: () => string
  readonly standbyProcesses: () => number[]
  /** The standby becomes the primary, and serves alone from here on. */
  readonly promote: () => Promise<void>
  /** Makes a standby of a copy of the working primary, and has every commit wait for it. */
  readonly addStandby: () => Promise<void>
  /** Seconds from each kill of a primary to the next acknowledged transfer. */
  readonly secondsAway: number[]
  readonly close: () => Promise<void>
}

type Node = { readonly name: string; readonly server: EmbeddedServer; readonly inUse: PostgresInUse }

/** Starts both in `folder`, from the PostgreSQL that the bank brings along. */
export async function openTwoServers(folder: string): Promise<TwoServers> {
  const { initdb, postgres } = await findBinaries()
  const password = keptSecret(folder, 'postgres-password')
  let made = 0
  let primary = await openNode()
  let standby: Node | undefined
  await start(primary, {})
  const first = await primary.inUse.connect('postgres')
  await first.query('create database bank')
  await first.end()
  await addStandby()

  /** The next server, on files that are there already or are made now. */
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
      // Once it is the primary it serves alone, until it has a standby of its own.
      appendFileSync(join(directory, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
      const node = await openNode(name)
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
      // A server that is still a standby must not lose its primary's files.
      const [answer] = await asked(promoted.inUse, 'select pg_promote(true, 60) as done')
      if (!(answer as { done: boolean }).done) throw new Error('The standby was not promoted in a minute.')
      const old = primary.server.cluster.directory
      primary = promoted
      standby = undefined
      rmSync(join(old, '..'), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
    addStandby,
    secondsAway: [],
    async close() {
      await stopPostmaster(primary.server)
      if (standby) await stopPostmaster(standby.server)
    },
  }
}

/** From here on a commit waits for the standby, and what was committed before has reached it. */
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
  await until('the standby has all', async () => {
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
    if (performance.now() > deadline) throw new Error(`A minute went by without this: ${what}.`)
    await wait(20)
  }
}
