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
  /** Primary and standby, if the run starts them. */
  readonly servers?: TwoServers
  readonly patroni?: PatroniCluster
  /** The data folder of the process whose embedded PostgreSQL it is, if any. */
  readonly dataDir?: string
  readonly secretKey: () => string
  /** The path of PostgreSQL's log. */
  readonly log: () => string
  readonly closeServers: () => Promise<void>
}

/** Starts external servers in `folder`. The first process of the bank starts the embedded one. */
export async function openPostgres(servers: Servers, folder: string): Promise<PostgresSetup> {
  const secretKey = () => 'the secret key of a chaos run: 0123456789'
  if (servers === 'two servers') {
    const opened = await openTwoServers(join(folder, 'servers'))
    const { primary: postgres, log, close: closeServers } = opened
    return { postgres, servers: opened, secretKey, log, closeServers }
  }
  if (servers === 'patroni') {
    const patroni = await openPatroniCluster(join(folder, 'patroni'))
    const { postgres, log, close: closeServers } = patroni
    return { postgres, patroni, secretKey, log, closeServers }
  }
  const dataDir = join(folder, 'data')
  return {
    postgres: postgresIn(dataDir),
    dataDir,
    secretKey: () => readFileSync(join(dataDir, 'secret-key'), 'utf8').trim(),
    log: () => join(dataDir, 'postgres.log'),
    closeServers: async () => {},
  }
}
