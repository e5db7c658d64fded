import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Access to a running PostgreSQL, past the bank. */
export type PostgresInUse = {
  readonly socketPath: () => string
  readonly password: string
  /** Undefined while it does not run. */
  readonly postmaster: () => number | undefined
  /** The postmaster first. */
  readonly processes: () => number[]
  readonly connect: (database?: string) => Promise<pg.Client>
}

export function postgresIn(dataDir: string): PostgresInUse {
  const folder = join(dataDir, 'postgres')
  let known: string | undefined
  const password = () => {
    known ??= readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
    return known
  }

  let knownSocketFolder: string | undefined
  const socketFolder = () => {
    knownSocketFolder ||= lockFileIn(folder)[4]
    return knownSocketFolder || folder
  }

  return {
    socketPath: () => join(socketFolder(), '.s.PGSQL.5432'),
    get password() {
      return password()
    },
    postmaster: () => postmasterIn(folder),
    processes: () => processesIn(folder),
    connect: (database = 'bank') =>
      connectAs('bank', { host: socketFolder(), password: password(), database }, 30_000),
  }
}

/** Connects to the socket in the folder `host`. */
export async function connectAs(
  user: string,
  place: { host: string; password: string; database: string },
  connectionTimeoutMillis = 5_000,
): Promise<pg.Client> {
  const own = { user, application_name: 'chaos', connectionTimeoutMillis, query_timeout: 600_000 }
  const client = new pg.Client({ ...place, port: 5432, ...own })
  // Connections break with the server. Their next query reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs one statement on a connection of its own, and returns its rows. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  { connect }: Pick<PostgresInUse, 'connect'>,
  text: string,
  { values = [], database }: { values?: readonly unknown[]; database?: string } = {},
): Promise<Row[]> {
  const connection = await connect(database)
  try {
    return (await connection.query<Row>(text, [...values])).rows
  } finally {
    await connection.end()
  }
}

/** The lines of the lock file of a running PostgreSQL: the postmaster's pid is the first, the folder of its socket the fifth. */
function lockFileIn(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function postmasterIn(folder: string): number | undefined {
  return Number.parseInt(lockFileIn(folder)[0] ?? '', 10) || undefined
}

/** The processes of the PostgreSQL whose files are in the folder, the postmaster first; none while it does not run. */
export function processesIn(folder: string): number[] {
  const postmaster = postmasterIn(folder)
  if (postmaster === undefined) return []
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
  return [postmaster, ...children.map(([pid]) => pid!)]
}
