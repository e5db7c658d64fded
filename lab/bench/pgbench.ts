import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { DatabasePlace } from '@bank/server/postgres/database-address'
import { runCommand } from './child.ts'
import type { Closing } from './closing.ts'
import { type PgbenchResult, readPgbenchOutput } from './pgbench-output.ts'

/** PostgreSQL's own bank transaction, TPC-B, in a database of its own. */
export type Pgbench = {
  readonly version: string
  /** Runs TPC-B with so many clients for so many seconds. */
  readonly run: (clients: number, seconds: number) => Promise<PgbenchResult>
}

/** Fills pgbench's database on the server. Undefined where no pgbench is installed. */
export async function openPgbench(
  place: DatabasePlace,
  { scale, closing }: { scale: number; closing: Closing },
): Promise<Pgbench | undefined> {
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
  const run = (args: readonly string[]) => runCommand(command, args, { env, closing })
  await run(['-i', '-q', '-s', String(scale)])
  return {
    version: (await run(['--version'])).trim(),
    run: async (clients, seconds) =>
      readPgbenchOutput(
        // Each thread needs a client of its own.
        await run(['-c', String(clients), '-j', String(Math.min(2, clients)), '-T', String(seconds)]),
      ),
  }
}

/** On the path, or where Debian puts the tools of each version; the newest of those. */
function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'pgbench'))
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort(
    new Intl.Collator('en', { numeric: true }).compare,
  )
  return [...onPath, ...installed.reverse()].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
