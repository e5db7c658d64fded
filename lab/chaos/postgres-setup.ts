import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPatroniCluster, type PatroniCluster } from './patroni/cluster.ts'
import { type PostgresInUse, postgresIn } from './postgres-in-use.ts'
import { openTwoServers, type TwoServers } from './two-servers.ts'

/** Embedded, or external: a primary with a synchronous standby, started by the run or by Patroni. */
export type Servers = 'embedded' | 'two servers' | 'patroni'

/** The PostgreSQL of a scene. */
export type PostgresSetup = {
  readonly postgres: PostgresInUse
  readonly servers: TwoServers | undefined
  readonly patroni: PatroniCluster | undefined
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
    patroni: undefined,
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
    patroni: undefined,
    ownerSettings: undefined,
    secretKey,
    log: servers.log,
  }
}

/** Three members of a Patroni cluster. */
export async function openPatroni(folder: string): Promise<PostgresSetup> {
  const patroni = await openPatroniCluster(folder)
  return {
    postgres: patroni.postgres,
    servers: undefined,
    patroni,
    ownerSettings: undefined,
    secretKey,
    log: patroni.log,
  }
}

const secretKey = () => 'the secret key of a chaos run: 0123456789'
