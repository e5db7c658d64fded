import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresInUse, postgresIn } from './postgres-in-use.ts'
import { openTwoServers, type TwoServers } from './two-servers.ts'

/** What a scene stands on: a PostgreSQL, and who looks after it. */
export type Ground = {
  readonly postgres: PostgresInUse
  readonly servers: TwoServers | undefined
  /** The settings of the program that brings the PostgreSQL along, if one does. */
  readonly owned: (() => Record<string, string>) | undefined
  readonly secretKey: () => string
  /** Where PostgreSQL's log is. */
  readonly log: () => string
}

/** One server, which the first process of the bank brings along when it is started. */
export function openOneServer(dataDir: string): Ground {
  return {
    postgres: postgresIn(dataDir),
    servers: undefined,
    owned: () => ({ DATA_DIR: dataDir }),
    secretKey: () => readFileSync(join(dataDir, 'secret-key'), 'utf8').trim(),
    log: () => join(dataDir, 'postgres.log'),
  }
}

/** A primary with a standby, which no process of the bank looks after. */
export async function openServers(folder: string): Promise<Ground> {
  const servers = await openTwoServers(folder)
  return {
    postgres: servers.primary,
    servers,
    owned: undefined,
    secretKey: () => 'a key for this run, and no other: 0123456789',
    log: servers.log,
  }
}
