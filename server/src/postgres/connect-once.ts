import pg from 'pg'
import { connectionTo, type DatabasePlace } from './database-address.ts'

/** Opens one connection for work of the start. Throws one line when the database cannot be reached. */
export async function connectOnce(place: DatabasePlace): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(place, {}), connectionTimeoutMillis: 10_000 })
  // A connection that breaks also fails the query under way, which is where it is told.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new Error(`The database cannot be reached: ${reasonOf(error)}.`, { cause: error })
  }
}

/** An address with several numbers fails once for each, and the whole then has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
