import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'

/** PostgreSQL's benchmark TPC-B. */
export type Pgbench = {
  readonly version: string
  /** Runs TPC-B and returns the transactions a second. */
  readonly run: (clients: number, seconds: number) => Promise<number>
}

// 64 branches, each with 100,000 accounts. Clients contend for branches.
const scale = '64'

/** Fills pgbench's database. Undefined when pgbench is not installed. */
export async function openPgbench(place: DatabaseAddress): Promise<Pgbench | undefined> {
  const command = findPgbench()
  if (command === undefined) return undefined
  const env = {
    ...process.env,
    PGHOST: String(place.host),
    PGPORT: String(place.port),
    PGUSER: String(place.user),
    PGPASSWORD: String(place.password),
    PGDATABASE: String(place.database),
  }
  const run = async (args: readonly string[]) => (await promisify(execFile)(command, args, { env })).stdout
  await run(['-i', '-q', '-s', scale])
  return {
    version: (await run(['--version'])).trim(),
    run: async (clients, seconds) => {
      // Each thread needs a client.
      const threads = Math.min(2, clients)
      return pgbenchSpeed(await run(['-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`]))
    },
  }
}

/** Transactions a second from pgbench's output. Throws when one failed or the speed is missing. */
export function pgbenchSpeed(output: string): number {
  if (/number of failed transactions: [1-9]/.test(output)) throw new Error(`pgbench failed:\n${output}`)
  // Old versions print a second speed, including the time to connect.
  const speed = /tps = ([\d.]+) \((?:without|excluding)/.exec(output)?.[1]
  if (speed === undefined) throw new Error(`pgbench printed no speed:\n${output}`)
  return Number(speed)
}

/** On the PATH, or the newest of Debian's versions. */
function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'))
  const { compare } = new Intl.Collator('en', { numeric: true })
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort(compare).reverse()
  return [...onPath, ...installed].find((path) => existsSync(path))
}
