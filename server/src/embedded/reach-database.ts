import type { DatabaseSettings } from '../config/config.ts'
import type { DatabaseAddress } from '../postgres/database-address.ts'
import { type EmbeddedOptions, startEmbedded } from './start-embedded.ts'

/** The addresses of the bank's database. */
export type ReachedDatabase = {
  /** With the program's login, for everything but migrations. */
  readonly programAddress: DatabaseAddress
  /** With the login of the tables' owner, for migrations. */
  readonly ownerAddress: DatabaseAddress
  /** Stops the embedded server, unless another program owns it. */
  readonly stop: () => Promise<void>
}

/**
 * The bank's database: the server of DATABASE_URL, or the embedded one, which is started when it does not run. With `join` a
 * command works beside a running bank; without, a second bank on the same files is refused.
 */
export async function reachDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: DatabaseSettings,
  options: Pick<EmbeddedOptions, 'join' | 'warn'> = {},
): Promise<ReachedDatabase> {
  if (databaseUrl === undefined) {
    return startEmbedded(dataDir, options)
  }
  return {
    programAddress: { connectionString: databaseUrl },
    ownerAddress: { connectionString: databaseOwnerUrl ?? databaseUrl },
    stop: async () => {},
  }
}
