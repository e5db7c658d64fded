import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '@bank/server/embedded/binaries'
import { type Cluster, clusterUser, openCluster } from '@bank/server/embedded/cluster'
import { type EmbeddedServer, embeddedServerOn } from '@bank/server/embedded/embedded-server'
import { startPostmaster, stopPostmaster } from '@bank/server/embedded/postmaster'
import { readOrMakeSecret } from '@bank/server/storage/secret-file'
import type pg from 'pg'
import { copyCluster } from './copy-cluster.ts'
import { type PostgresInUse, postgresIn, queryOnce } from './postgres-in-use.ts'
import { expectSoon } from './until.ts'

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
  const password = readOrMakeSecret(folder, 'postgres-password')
  let made = 0
  const newName = () => `server-${++made}`
  const { initdb } = await findBinaries()
  const first = newName()
  const cluster = await openCluster(makeDataDir(folder, first, password), password, initdb)
  let primary = await nodeOn(cluster, first, password)
  let standby: Node | undefined
  await start(primary, {})
  await queryOnce(primary.inUse, 'create database bank', { database: 'postgres' })
  await addStandby()

  async function addStandby(): Promise<void> {
    const name = newName()
    const slot = name.replace('-', '_')
    const { cluster, socketDirectory } = primary.server
    const directory = join(makeDataDir(folder, name, password), 'postgres')
    const signal = join(directory, 'standby.signal')
    const { uid } = cluster.runAs
    const giveToOwner = (path: string) => uid === undefined || chownSync(path, uid, uid)
    mkdirSync(directory, { mode: 0o700 })
    giveToOwner(directory)
    const connection = await primary.inUse.connect('postgres')
    try {
      await connection.query('select pg_create_physical_replication_slot($1, true)', [slot])
      await copyCluster(primary.server, directory)
      writeFileSync(signal, '')
      giveToOwner(signal)
      // After its promotion it must not wait for the standby of the old primary.
      appendFileSync(join(directory, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
      const node = await nodeOn({ ...cluster, directory }, name, password)
      await start(node, {
        primary_conninfo: `host=${socketDirectory} port=5432 user=${clusterUser} password=${password} application_name=${slot}`,
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
      const promote = 'select pg_promote(true, 60) as done'
      const [answer] = await queryOnce<{ done: boolean }>(promoted.inUse, promote, { database: 'postgres' })
      if (!answer!.done) throw new Error('The standby was not promoted in a minute.')
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

/** Makes the data folder of a server, and returns its path. */
function makeDataDir(folder: string, name: string, password: string): string {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { mode: 0o711 })
  writeFileSync(join(dataDir, 'postgres-password'), password, { mode: 0o600 })
  return dataDir
}

async function nodeOn(cluster: Cluster, name: string, password: string): Promise<Node> {
  const { postgres } = await findBinaries()
  const server = embeddedServerOn(cluster, { postgres, password, fsync: true, settings: {} })
  return { name, server, inUse: postgresIn(join(cluster.directory, '..')) }
}

async function start({ name, server, inUse }: Node, settings: Record<string, string>): Promise<void> {
  const started = startPostmaster(server, settings)
  await expectSoon(`${name} does not answer`, async () => {
    const log = started.logAtExit()
    if (log !== undefined) throw new Error(`${name} did not start: ${log}`)
    return (await queryOnce(inUse, 'select 1', { database: 'postgres' }).catch(() => [])).length === 1
  })
}

/** Waits until commits wait for the standby, and it has everything that was committed before. */
async function untilInStep(connection: pg.Client, slot: string): Promise<void> {
  const is = async (state: string) => {
    const standby = `select from pg_stat_replication where application_name = '${slot}'`
    return (await connection.query(`${standby} and ${state}`)).rowCount === 1
  }
  await expectSoon('commits do not wait for the standby', () => is(`sync_state = 'sync'`))
  const { rows } = await connection.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  await expectSoon('the standby has not caught up', () => is(`flush_lsn >= '${rows[0]!.lsn}'`))
}
