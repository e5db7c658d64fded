import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresInUse, postgresIn } from './postgres-in-use.ts'
import { openTwoServers, type TwoServers } from './two-servers.ts'

/** The PostgreSQL of a scene, embedded or external. */
export type PostgresSetup = {
  readonly postgres: PostgresInUse
  readonly servers: TwoServers | undefined
  /** The settings of the process whose embedded PostgreSQL it is, if any. */
  readonly ownerSettings: (() => Record<string, string>) | undefined
  readonly secretKey: () => string
  /** The path of PostgreSQL's log. */
  readonly log: () => string
}

/** One server, embedded in the first process of the bank. */
export function openSingleServer(dataDir: string): PostgresSetup {
  return {
    postgres: postgresIn(dataDir),
    servers: undefined,
    ownerSettings: () => ({ DATA_DIR: dataDir }),
    secretKey: () => readFileSync(join(dataDir, 'secret-key'), 'utf8').trim(),
    log: () => join(dataDir, 'postgres.log'),
  }
}

/** An external primary with a standby. */
export async function openPrimaryAndStandby(folder: string): Promise<PostgresSetup> {
  const servers = await openTwoServers(folder)
  return {
    postgres: servers.primary,
    servers,
    ownerSettings: undefined,
    secretKey: () => 'the secret key of a chaos run: 0123456789',
    log: servers.log,
  }
}
