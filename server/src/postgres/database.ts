import pg from 'pg'
import { checkServer } from './check-server.ts'
import { connectionTo, type DatabasePlace } from './place.ts'

/** The bank's connections. Hand it to what reads or writes; `inTransaction` takes one of them out. */
export type Database = pg.Pool

/** A database, or the one connection a transaction runs on: what the SQL of a noun file takes. */
export type Connection = pg.Pool | pg.PoolClient

/**
 * Opens the bank's connections, as role `bank_app` where the migrations could make it. int8 is a bigint, a date and
 * a numeric are strings. Throws one line when the server is too old or may forget what it has acknowledged;
 * `mayForget` allows the latter, for tests. `warn` hears of what is weak but works.
 */
export async function openDatabase(
  place: DatabasePlace,
  {
    mayForget = false,
    warn = console.error,
  }: { mayForget?: boolean; warn?: (sentence: string) => void } = {},
): Promise<Database> {
  const { role, warnings } = await checkServer(place, { mayForget })
  for (const warning of warnings) warn(warning)
  const pool = new pg.Pool({
    ...connectionTo(place, { ...timeouts, ...(role === undefined ? {} : { role }) }),
    max: 20,
    connectionTimeoutMillis: 2_000,
    query_timeout: answerMillisecondsMax,
  })
  // An idle connection that breaks is replaced at its next use; without a listener it would end the program.
  pool.on('error', () => {})
  return pool
}

// A server that has gone silent ends no statement: then the connection is given up, well before whoever waits for us does.
const answerMillisecondsMax = 4_000

/** What a statement may take before the server ends it, in the server's own notation. */
const timeouts = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
}
