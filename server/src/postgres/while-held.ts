import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { inTransaction } from './transaction.ts'
import { errorCodeOf } from './transient-error.ts'

/** `for key share` keeps others from changing a row that they lock `for update`, and lets the books write it. */
export type HeldLock = 'for key share' | 'for update'

/** Locks a row, by a statement before the one that reads it: one that waits reads the row again, and not what is joined to it. */
export async function lockRow(
  connection: PoolClient,
  table: 'approvals' | 'disputes',
  id: string,
  lock: HeldLock,
): Promise<void> {
  await connection.query(`select from ${table} where id = $1 ${lock}`, [id])
}

/**
 * Runs `book`, which submits an instruction to the books, while a transaction holds the rows that `hold` has locked. What `hold`
 * throws is thrown, and nothing is booked. `book` locks and reads more on the same connection: work that held one and waited for another
 * one could take the whole pool, each waiting for the others. A transaction whose connection is lost holds nothing any more: the books then find a row
 * changed, and book nothing, and `hold` says why at a second try.
 */
export async function whileHeld<Held, Result>(
  db: Database,
  hold: (connection: PoolClient) => Promise<Held>,
  book: (held: Held, connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await holdAndBook(db, hold, book)
  } catch (error) {
    // The division by zero with which a statement of the books ends that changes fewer rows than it should.
    if (errorCodeOf(error) !== '22012') throw error
    return holdAndBook(db, hold, book)
  }
}

/**
 * Once the books have answered, their answer is the result: the transaction writes nothing, so its end does not matter and is not
 * flushed to disk.
 */
async function holdAndBook<Held, Result>(
  db: Database,
  hold: (connection: PoolClient) => Promise<Held>,
  book: (held: Held, connection: PoolClient) => Promise<Result>,
): Promise<Result> {
  const booked: Result[] = []
  try {
    await inTransaction(db, async (connection) => {
      await connection.query('set local synchronous_commit = off')
      booked.push(await book(await hold(connection), connection))
    })
  } catch (error) {
    if (booked.length === 0) throw error
  }
  return booked[0]!
}
