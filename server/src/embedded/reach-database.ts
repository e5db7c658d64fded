import type { DatabaseSettings } from '../config/config.ts'
import type { DatabasePlace } from '../postgres/database-address.ts'
import { startEmbedded } from './start-embedded.ts'

/** The bank's database, reached. */
export type Reached = {
  /** As the program, for everything but migrations. */
  readonly place: DatabasePlace
  /** As the owner of the tables, for migrations. */
  readonly ownerPlace: DatabasePlace
  /** Stops the embedded server, unless another program owns it. */
  readonly stop: () => Promise<void>
}

/**
 * The bank's database as the settings say: the server of DATABASE_URL, or the embedded one, started when it does not run.
 * With `join` a command works beside a running bank; without, a second bank on the same files is refused.
 */
export async function reachDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: DatabaseSettings,
  { join = false }: { join?: boolean } = {},
): Promise<Reached> {
  if (databaseUrl === undefined) {
    const { place: ownerPlace, programPlace: place, stop } = await startEmbedded(dataDir, { join })
    return { place, ownerPlace, stop }
  }
  const ownerPlace = { connectionString: databaseOwnerUrl ?? databaseUrl }
  return { place: { connectionString: databaseUrl }, ownerPlace, stop: async () => {} }
}
