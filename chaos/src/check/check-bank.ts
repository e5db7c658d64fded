import { readIntentLog } from '../intent-log.ts'
import type { PostgresInUse } from '../postgres-in-use.ts'
import type { Finding } from '../records.ts'
import { readBooks } from './books-rows.ts'
import { checkBalances } from './check-balances.ts'
import { checkLog } from './check-log.ts'
import { checkStatuses } from './check-statuses.ts'

/** Judges the bank by its rows and by the clients' log at `logPath`, and by nothing that the program says of itself. */
export async function checkBank(postgres: PostgresInUse, logPath: string): Promise<Finding[]> {
  const connection = await postgres.connect()
  try {
    const books = await readBooks(connection)
    const log = await readIntentLog(logPath)
    return [...checkBalances(books), ...checkStatuses(books), ...checkLog(books, log)]
  } finally {
    await connection.end()
  }
}
