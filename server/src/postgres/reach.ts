import type { Config } from '../config.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

/**
 * The bank's database as the settings say: the server of DATABASE_URL, or the embedded one, started when it does not run.
 * With `join` a command works beside a running bank; without, a second bank on the same files is refused.
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { join = false }: { join?: boolean } = {},
): Promise<Embedded> {
  if (databaseUrl === undefined) return startEmbedded(dataDir, { join })
  return { place: { connectionString: databaseUrl }, stop: async () => {} }
}
