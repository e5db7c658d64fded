import { insertBooksCheck } from '@bank/server/books/check/books-check'
import { checkBooks } from '@bank/server/books/check/check-books'
import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'

/** Verifies the books and hash chains of a restored database and stores the result in it. Throws when they are not in order. */
export async function proveBooks(address: DatabaseAddress, report: (line: string) => void): Promise<void> {
  const connection = await connectOnce(address)
  // The bank does not run, so a second core is free.
  const beside = await connectOnce(address)
  try {
    report('Verifying the books and hash chains.')
    const startedAt = new Date()
    const verdict = await checkBooks(connection, report, [beside])
    await insertBooksCheck(connection, verdict, { startedAt, finishedAt: new Date() })
    if (verdict.broken === null) return
    const { invariant, fault } = verdict.broken
    throw new Error(
      `The books are NOT in order.\nViolated invariant: ${invariant}.\nFirst wrong row: ${fault}.`,
    )
  } finally {
    await Promise.all([connection.end(), beside.end()])
  }
}
