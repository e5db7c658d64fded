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

  /** The lines of the running PostgreSQL's lock file: the postmaster's pid is the first, the folder of its socket the fifth. */
  function lockFile(): string[] {
    try {
      return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    } catch {
      return []
    }
  }

  const postmaster = () => Number.parseInt(lockFile()[0] ?? '', 10) || undefined

  let knownSocketFolder: string | undefined
  const socketFolder = () => {
    knownSocketFolder ||= lockFile()[4]
    return knownSocketFolder || folder
  }

  return {
    socketPath: () => join(socketFolder(), '.s.PGSQL.5432'),
    get password() {
      return password()
    },
    postmaster,
    processes() {
      const first = postmaster()
      return first === undefined ? [] : [first, ...childrenOf(first)]
    },
    connect: (database = 'bank') =>
      connectAs('bank', { host: socketFolder(), password: password(), database }),
  }
}

/** Connects to the socket in the folder `host`. */
export async function connectAs(
  user: string,
  place: { host: string; password: string; database: string },
): Promise<pg.Client> {
  const client = new pg.Client({
    ...place,
    port: 5432,
    user,
    application_name: 'chaos',
    connectionTimeoutMillis: 5_000,
    query_timeout: 600_000,
  })
  // Connections break with the server. Their next query reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The ids of a process's children. */
export function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!)
}
