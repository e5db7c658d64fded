import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The PostgreSQL that the bank has brought along, seen from beside. */
export type PostgresInUse = {
  /** Where it listens. */
  readonly socketPath: () => string
  readonly password: string
  /** The first of its processes; undefined while none runs. */
  readonly postmaster: () => number | undefined
  /** All of its processes, the first one first. */
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

  /** What PostgreSQL notes about itself while it runs: its process first, the folder of its socket in the fifth line. */
  function note(): string[] {
    try {
      return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    } catch {
      return []
    }
  }

  const postmaster = () => Number.parseInt(note()[0] ?? '', 10) || undefined

  let knownSocketFolder: string | undefined
  const socketFolder = () => {
    knownSocketFolder ||= note()[4]
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
    async connect(database = 'bank') {
      const client = new pg.Client({
        host: socketFolder(),
        port: 5432,
        user: 'bank',
        password: password(),
        database,
        application_name: 'chaos',
        connectionTimeoutMillis: 5_000,
        query_timeout: 600_000,
      })
      // It breaks with the server, which is what this is all about.
      client.on('error', () => {})
      await client.connect()
      return client
    },
  }
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!)
}
