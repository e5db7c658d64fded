import pg from 'pg'
import { connectionTo, type DatabaseAddress } from './database-address.ts'

/** Opens one connection outside the pool. Throws a one-line error when the database cannot be reached. */
export async function connectOnce(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(address, {}), connectionTimeoutMillis: 10_000 })
  // A connection that breaks also fails the query under way, which reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new Error(`The database cannot be reached: ${reasonOf(error)}.`, { cause: error })
  }
}

/** A host name with several addresses fails once for each, and the AggregateError has no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
