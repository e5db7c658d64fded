import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { inTransaction } from './transaction.ts'

/**
 * Runs `book`, which submits an instruction to the books, while a transaction holds the rows that `hold` has locked. What `hold`
 * throws is thrown, and nothing is booked. Once the books have answered, their answer is the result: the transaction writes nothing,
 * so its end does not matter and is not flushed to disk.
 */
export async function whileHeld<Held, Result>(
  db: Database,
  hold: (connection: PoolClient) => Promise<Held>,
  book: (held: Held) => Promise<Result>,
): Promise<Result> {
  const booked: Result[] = []
  try {
    await inTransaction(db, async (connection) => {
      await connection.query('set local synchronous_commit = off')
      booked.push(await book(await hold(connection)))
    })
  } catch (error) {
    if (booked.length === 0) throw error
  }
  return booked[0]!
}
