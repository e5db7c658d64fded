import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient, QueryResult } from 'pg'
import { Refusal } from '../refusal.ts'
import type { ServerFeatures } from './check-server.ts'
import type { Database } from './database.ts'
import { isLostConnection } from './transient-error.ts'

// As long as the books retry: long enough for a database that restarts its backends, short enough for the caller.
const doubtMillisecondsMax = 2_000

/**
 * Runs the work in one database transaction, which is rolled back when the work throws. The work uses the given connection for
 * every statement. When the connection breaks at the commit, the outcome of the transaction is read on another connection.
 * Throws the refusal `outcome_unknown` when it cannot be read in time, or not at all on this server.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const done = await attempt(db, work)
  if (!('doubt' in done)) return done.result
  const outcome = done.id === undefined ? 'unknown' : await outcomeOf(db, done.id)
  if (outcome === 'committed') return done.result
  // Rolled back: the caller gets the error of the broken connection, as for one that breaks before the commit.
  if (outcome === 'aborted') throw done.doubt
  throw new Refusal('outcome_unknown')
}

/** The database's id of a transaction, and the start time of the server that assigned it, in seconds since 1970. */
type TransactionId = { readonly id: string; readonly serverStart: string }

type Attempt<Result> = { result: Result } | { result: Result; id: TransactionId | undefined; doubt: unknown }

/** Runs the work once. `doubt` is the error of a commit whose answer was lost. */
async function attempt<Result>(
  db: Database,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Attempt<Result>> {
  const connection = await db.connect()
  let broken: Error | undefined
  const notice = (error: Error) => {
    broken = error
  }
  // An error between two statements would end the program if there were no listener.
  connection.on('error', notice)
  try {
    const id = await begin(connection, db.server)
    const result = await work(connection)
    try {
      const { command } = await connection.query('commit')
      // After an error that the work swallowed, the server answers a commit with a rollback.
      if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit')
    } catch (doubt) {
      if (!isLostConnection(doubt)) throw doubt
      broken = doubt as Error
      return { result, id, doubt }
    }
    return { result }
  } catch (error) {
    // A lost connection takes its transaction with it, and one that has gone silent would not answer.
    if (isLostConnection(error)) broken = error as Error
    else await connection.query('rollback').catch(notice)
    throw error
  } finally {
    connection.off('error', notice)
    connection.release(broken)
  }
}

/** Begins a transaction and returns the id by which its outcome can be read later, where it can, in one round trip. */
async function begin(
  connection: PoolClient,
  { readsOutcomes }: ServerFeatures,
): Promise<TransactionId | undefined> {
  if (!readsOutcomes) {
    await connection.query('begin')
    return undefined
  }
  const results: unknown = await connection.query(
    `begin; select pg_current_xact_id()::text as id, ${serverStart} as "serverStart"`,
  )
  return (results as [QueryResult, QueryResult<TransactionId>])[1].rows[0]!
}

const serverStart = 'extract(epoch from pg_postmaster_start_time())::text'

/** The outcome of a transaction; `unknown` when the database cannot be reached in time or has not finished it. */
async function outcomeOf(
  db: Database,
  { id, serverStart: start }: TransactionId,
): Promise<'committed' | 'aborted' | 'unknown'> {
  const givenUpAt = performance.now() + doubtMillisecondsMax
  for (let tries = 1; performance.now() < givenUpAt; tries++) {
    try {
      const { rows } = await db.query<{ outcome: string | null; isSameServer: boolean }>({
        name: 'transaction-outcome',
        text: `select pg_xact_status($1::xid8) as outcome, ${serverStart} = $2 as "isSameServer"`,
        values: [id, start],
      })
      const { outcome, isSameServer } = rows[0]!
      if (outcome === 'aborted') return outcome
      // After a restart the server may have assigned the id of a transaction that it had lost to another transaction.
      if (outcome === 'committed') return isSameServer ? outcome : 'unknown'
    } catch (error) {
      // Such as an id that the server never assigned: it is another server.
      if (!isLostConnection(error)) return 'unknown'
    }
    await wait(Math.min(10 * 2 ** tries, 250))
  }
  return 'unknown'
}
