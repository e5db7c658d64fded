import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { checkServer, knownSettings, type ServerFeatures } from './check-server.ts'
import { connectionTo, type DatabaseAddress } from './database-address.ts'

/** The bank's connection pool, and what its server can do. `inTransaction` takes one connection out of it. */
export type Database = pg.Pool & { readonly server: ServerFeatures }

/** The pool, or the connection of a transaction: the parameter of the functions with SQL. */
export type Connection = pg.Pool | pg.PoolClient

/**
 * Opens the bank's connection pool, with the role `bank_app` where the migrations could create it. int8 is a bigint, date and
 * numeric are strings. Throws a one-line error when the server is too old or may lose acknowledged commits; `allowsDataLoss`
 * allows the latter, for tests. `timeoutFactor` multiplies the timeouts, for tests on a slow machine. `warn` gets the warnings about
 * settings that work and are weak.
 */
export async function openDatabase(
  address: DatabaseAddress,
  {
    allowsDataLoss = false,
    timeoutFactor = 1,
    warn = console.error,
  }: { allowsDataLoss?: boolean; timeoutFactor?: number; warn?: (message: string) => void } = {},
): Promise<Database> {
  const { role, warnings, server } = await checkServer(address, { allowsDataLoss })
  for (const warning of warnings) warn(warning)
  const options = {
    ...connectionTo(address, {
      ...knownSettings(server, { ...timeouts(timeoutFactor), ...oneProcess }),
      ...(role === undefined ? {} : { role }),
    }),
    max: 20,
    min: keptOpen,
    connectionTimeoutMillis: 2_000 * timeoutFactor,
    // The pool waits for it.
    async onConnect(client: pg.ClientBase) {
      closeWhenSilent(client as pg.PoolClient, 4_000 * timeoutFactor)
      if (server.locksSessions) await client.query(showRunning)
    },
  }
  return openPool(options, server)
}

/** Opens a pool of its own on the same database, of so many connections: who uses it takes none of the others. */
export function openPoolBeside(db: Database, connectionsMax: number): Database {
  // The password is not enumerable in the pool's options.
  const options = { ...db.options, password: db.options.password, max: connectionsMax, min: 0 }
  return openPool(options, db.server)
}

// As many as a search of staff uses at the same time, and two for others. Further ones are closed after ten seconds without use. A new
// connection logs in, reads the catalogue and maps PostgreSQL's memory: with new ones a search took 300 ms, with these 100.
const keptOpen = 8

function openPool(options: pg.PoolConfig, server: ServerFeatures): Database {
  const pool = new pg.Pool(options)
  // The pool replaces an idle connection that breaks. Without a listener its error would end the program.
  pool.on('error', () => {})
  return Object.assign(pool, { server })
}

// No newer version migrates the database while a connection of the bank is open.
const showRunning = 'select pg_try_advisory_lock_shared(7310579, 6)'

/** Closes the pool. Waits for a second at most: a server that has gone silent does not confirm the end of its sessions. */
export async function closeDatabase(db: Database): Promise<void> {
  await Promise.race([db.end(), wait(1_000, undefined, { ref: false })])
}

/**
 * Closes a connection on which a query is under way and nothing arrives: a server that has gone silent does not enforce the
 * statement timeout. The limit is well below the timeout of the callers. The driver's own timer for each query is too expensive
 * (docs/decisions/0024-pipelined-connections.md).
 */
function closeWhenSilent(
  client: pg.PoolClient & { readonly readyForQuery?: boolean },
  silentMillisecondsMax: number,
): void {
  const stream = client.connection.stream as Socket
  stream.setTimeout(silentMillisecondsMax, () => {
    if (!client.readyForQuery) stream.destroy(new Error('The connection is given up: no answer in time'))
  })
}

// The bank's queries are short: starting processes for them takes longer, and takes the processors from transfers.
const oneProcess = { max_parallel_workers_per_gather: '0' }

/** The server's timeouts, in its own notation. */
function timeouts(timeoutFactor: number) {
  return {
    statement_timeout: `${5 * timeoutFactor}s`,
    lock_timeout: `${2 * timeoutFactor}s`,
    idle_in_transaction_session_timeout: `${10 * timeoutFactor}s`,
  }
}
