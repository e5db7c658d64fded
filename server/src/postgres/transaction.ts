import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { isLostConnection } from './passing-fault.ts'

/**
 * Runs the work in one database transaction: all of it is kept, or nothing when it throws. The work uses the
 * connection it is given for every statement. When the connection breaks at the commit, whether the work was kept is not
 * known and the error says so by being thrown: whoever must know looks again by an id.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await db.connect()
  let broken: Error | undefined
  const notice = (error: Error) => {
    broken = error
  }
  // Between two statements nobody listens, and an unheard error would end the program.
  connection.on('error', notice)
  try {
    await connection.query('begin')
    const result = await work(connection)
    const { command } = await connection.query('commit')
    // After an error that the work swallowed, the server answers a commit with a rollback.
    if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit')
    return result
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
