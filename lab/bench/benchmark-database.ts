import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabasePlace } from '@bank/server/postgres/database-address'
import type { Closing } from './closing.ts'

/** A PostgreSQL for one run, with a database for the bank and one for TPC-B. */
export type BenchmarkDatabase = {
  readonly bank: DatabasePlace
  readonly tpcb: DatabasePlace
  /** The bank's, as DATABASE_URL. */
  readonly url: string
  readonly version: string
}

const settings = {
  // For pgbench's 256 clients, which each have a connection of their own; the bank needs 60.
  max_connections: '600',
  // Checkpoints are made between the measurements, or one side would wait while the disk takes in what the other wrote.
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
}

// A user of its own, whose password is quick to check: 256 clients would otherwise sign in for seconds, within the
// time that pgbench takes for the round. In the bank's own server, reached through a folder for its user alone.
const tpcbPassword = randomBytes(16).toString('hex')

/** Starts the bank's own PostgreSQL in a temporary folder, with everything that keeps money safe switched on. */
export async function openBenchmarkDatabase(closing: Closing): Promise<BenchmarkDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'truepenny-bench-'))
  closing.add(() => rmSync(directory, { recursive: true, force: true }))
  const { place, stop } = await startEmbedded(directory, { settings })
  closing.add(stop)
  const client = await connectOnce(place)
  try {
    await client.query('create database tpcb')
    await client.query('set scram_iterations = 1')
    await client.query(`create role tpcb superuser login password '${tpcbPassword}'`)
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return {
      bank: place,
      tpcb: { ...place, database: 'tpcb', user: 'tpcb', password: tpcbPassword },
      url: addressOf(place),
      version: rows[0]!.version,
    }
  } finally {
    await client.end()
  }
}

/** One more database on the same server, for books of their own. */
export async function makeDatabase(
  { bank }: BenchmarkDatabase,
  name: string,
): Promise<{ place: DatabasePlace; url: string }> {
  const client = await connectOnce(bank)
  await client.query(`create database ${name}`)
  await client.end()
  const place = { ...bank, database: name }
  return { place, url: addressOf(place) }
}

/** Gathers what the planner knows of a database's tables. */
export async function analyze(place: DatabasePlace): Promise<void> {
  const client = await connectOnce(place)
  await client.query('analyze')
  await client.end()
}

/** Waits until the whole server has written to the disk what is still to be written. */
export async function checkpoint(place: DatabasePlace): Promise<void> {
  const client = await connectOnce(place)
  await client.query('checkpoint')
  await client.end()
}

/** How many transactions the bank's books hold that customers have sent. */
export async function countTransfers(place: DatabasePlace): Promise<number> {
  const client = await connectOnce(place)
  const { rows } = await client.query<{ count: bigint }>(
    'select count(*) as count from transactions where beneficiary_name is not null',
  )
  await client.end()
  return Number(rows[0]!.count)
}

/** An address has no room for a socket's folder as its host, so the folder stands behind the question mark. */
function addressOf({ user, password, host, port, database }: DatabasePlace): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgresql://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${query}`
}
