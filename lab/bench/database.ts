import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { onOneConnection } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'
import { processorSecondsBelow } from './processes.ts'

/** One database of the benchmark's PostgreSQL. */
export type Database = {
  readonly place: DatabaseAddress
  /** As DATABASE_URL. */
  readonly url: string
}

const settings = {
  // pgbench has 256 clients with a connection each, and two banks need 60 each.
  max_connections: '600',
  // Checkpoints are made between rounds only, so that no side waits for the writes of the other.
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
}

/** Starts an embedded PostgreSQL in a temporary folder, with the bank's settings of durability. */
export async function startPostgres(cleanup: AsyncDisposableStack): Promise<Database> {
  const starting = startEmbedded(temporaryFolder(cleanup), { settings })
  cleanup.defer(async () => (await starting).stop())
  const { ownerAddress: place } = await starting
  return { place, url: urlOf(place) }
}

/** A temporary folder, for data folders of embedded databases. */
export function temporaryFolder(cleanup: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-bench-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  return folder
}

/** Creates one more database on the same server. */
export async function createDatabase({ place }: Database, name: string): Promise<Database> {
  await query(place, `create database ${name}`)
  const created = { ...place, database: name }
  return { place: created, url: urlOf(created) }
}

/** Creates the database of pgbench and a user with one SCRAM iteration: otherwise 256 clients connect for seconds. */
export async function createPgbenchDatabase(server: Database): Promise<DatabaseAddress> {
  const password = randomBytes(16).toString('hex')
  await query(
    server.place,
    `set scram_iterations = 1; create role tpcb superuser login password '${password}'`,
  )
  const { place } = await createDatabase(server, 'tpcb')
  return { ...place, user: 'tpcb', password }
}

/** Runs statements without the bank's timeouts. */
export async function query(place: DatabaseAddress, text: string): Promise<void> {
  await onOneConnection(place, (client) => client.query(text))
}

/** The resources that PostgreSQL used while it was watched. */
export type DatabaseUse = {
  /** Not a number on systems other than Linux. */
  readonly processorSeconds: number
  /** The growth of the books' tables with their indexes, and of the write-ahead log. */
  readonly tableBytes: number
  readonly logBytes: number
  readonly bookedTransfers: number
}

/** Watches PostgreSQL from now until the returned function is called. */
export async function watchDatabase(place: DatabaseAddress): Promise<() => Promise<DatabaseUse>> {
  const before = await readUse(place)
  return async () => {
    const after = Object.entries(await readUse(place))
    return Object.fromEntries(
      after.map(([key, value]) => [key, value - before[key as keyof DatabaseUse]]),
    ) as DatabaseUse
  }
}

/** The same figures since the cluster was created. */
async function readUse(place: DatabaseAddress): Promise<DatabaseUse> {
  // The first line of the file is the postmaster's process id. Each transfer adds one entry to an in-transit account.
  const { rows } = await onOneConnection(place, (client) =>
    client.query<Record<keyof typeof useColumns, string>>(readUses),
  )
  const { postmaster, tables, log, booked } = rows[0]!
  return {
    processorSeconds: processorSecondsBelow(Number(postmaster)),
    tableBytes: Number(tables),
    logBytes: Number(log),
    bookedTransfers: Number(booked),
  }
}

const bookTables = "'transactions', 'postings', 'entries', 'batches', 'ledger_accounts'"

const useColumns = {
  postmaster: "split_part(pg_read_file('postmaster.pid'), chr(10), 1)",
  tables: `(select sum(pg_total_relation_size(oid)) from pg_class where oid = any (array[${bookTables}]::regclass[]))`,
  log: "pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')",
  booked: "(select sum(entry_seq) from ledger_accounts where kind = 'in_transit' and currency = 'USD')",
}

const readUses = `select ${Object.entries(useColumns)
  .map(([name, expression]) => `${expression} as ${name}`)
  .join()}`

/** The folder of a socket cannot be the host of a URL, so it is a parameter. */
function urlOf({ user, password, host, port, database }: DatabaseAddress): string {
  const parameters = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgresql://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${parameters}`
}
