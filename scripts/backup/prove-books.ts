import { findLastGoodCheck, findRowTime, insertBooksCheck } from '@bank/server/books/check/books-check'
import { checkBooks } from '@bank/server/books/check/check-books'
import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'

/**
 * Verifies the books and hash chains of a restored database and stores the result in it. When they are not in order, returns what is
 * wrong, with the times that help to choose an earlier moment.
 */
export async function proveBooks(
  address: DatabaseAddress,
  report: (line: string) => void,
): Promise<string | undefined> {
  const connection = await connectOnce(address)
  // The bank does not run, so a second core is free.
  const beside = await connectOnce(address)
  try {
    report('Verifying the books and hash chains.')
    const startedAt = new Date()
    const goodAt = await findLastGoodCheck(connection)
    const verdict = await checkBooks(connection, report, [beside])
    await insertBooksCheck(connection, verdict, { startedAt, finishedAt: new Date() })
    if (verdict.broken === null) return undefined
    const { invariant, fault } = verdict.broken
    const rowAt = await findRowTime(connection, fault)
    return [
      `The books are NOT in order.\nViolated invariant: ${invariant}.\nFirst wrong row: ${fault}.`,
      rowAt && `That row was booked at ${rowAt.toISOString()}; it may have been changed later.`,
      goodAt
        ? `The last check that found the books in order began at ${goodAt.toISOString()}.`
        : 'No earlier check of these books is known.',
    ]
      .filter((line) => line !== undefined)
      .join('\n')
  } finally {
    await Promise.all([connection.end(), beside.end()])
  }
}
