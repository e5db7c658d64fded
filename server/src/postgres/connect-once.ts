import pg from 'pg'
import { reasonOf } from '../reason-of.ts'
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

/** Runs work on one connection outside the pool, and closes it. Throws like `connectOnce`. */
export async function onOneConnection<Result>(
  address: DatabaseAddress,
  work: (connection: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connection = await connectOnce(address)
  return work(connection).finally(() => connection.end())
}
