import type { Socket } from 'node:net'
import pg from 'pg'
import { checkServer } from './check-server.ts'
import { connectionTo, type DatabasePlace } from './database-address.ts'

/** The bank's connections. Hand it to what reads or writes; `inTransaction` takes one of them out. */
export type Database = pg.Pool

/** A database, or the one connection a transaction runs on: what the SQL of a noun file takes. */
export type Connection = pg.Pool | pg.PoolClient

/**
 * Opens the bank's connections, as role `bank_app` where the migrations could make it. int8 is a bigint, a date and
 * a numeric are strings. Throws one line when the server is too old or may forget what it has acknowledged;
 * `mayForget` allows the latter, for tests; `patience` is how many times longer than usual a connection is waited for and
 * a statement may take, for tests on a machine that is slow. `warn` hears of what is weak but works.
 */
export async function openDatabase(
  place: DatabasePlace,
  {
    mayForget = false,
    patience = 1,
    warn = console.error,
  }: { mayForget?: boolean; patience?: number; warn?: (sentence: string) => void } = {},
): Promise<Database> {
  const { role, warnings } = await checkServer(place, { mayForget })
  for (const warning of warnings) warn(warning)
  const pool = new pg.Pool({
    ...connectionTo(place, { ...timeouts(patience), ...(role === undefined ? {} : { role }) }),
    max: 20,
    connectionTimeoutMillis: 2_000 * patience,
  })
  pool.on('connect', (client) => giveUpWhenSilent(client, 4_000 * patience))
  // An idle connection that breaks is replaced at its next use; without a listener it would end the program.
  pool.on('error', () => {})
  return pool
}

/**
 * A server that has gone silent ends no statement: a connection on which a query is under way and nothing comes is given
 * up, well before whoever waits for us gives up.
 * The driver has a timer for each query, at a price (docs/decisions/0024-pipelined-connections.md).
 */
function giveUpWhenSilent(
  client: pg.PoolClient & { readonly readyForQuery?: boolean },
  silentMillisecondsMax: number,
): void {
  const stream = client.connection.stream as Socket
  stream.setTimeout(silentMillisecondsMax, () => {
    if (!client.readyForQuery) stream.destroy(new Error('The connection is given up: no answer in time'))
  })
}

/** What a statement may take before the server ends it, in the server's own notation. */
function timeouts(patience: number) {
  return {
    statement_timeout: `${5 * patience}s`,
    lock_timeout: `${2 * patience}s`,
    idle_in_transaction_session_timeout: `${10 * patience}s`,
  }
}
