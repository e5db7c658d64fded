import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { insertBooksCheck } from '@bank/server/books/check/books-check'
import { type BooksVerdict, checkBooks } from '@bank/server/books/check/check-books'
import { readDatabaseSettings } from '@bank/server/config/config'
import { reachDatabase } from '@bank/server/embedded/reach-database'
import { connectOnce } from '@bank/server/postgres/connect-once'
import { errorCodeOf } from '@bank/server/postgres/transient-error'
import { reasonOf } from '@bank/server/reason-of'

// Proves the books of the bank that DATABASE_URL or DATA_DIR names, also while it runs: it locks nothing, and writes only the
// result, for the administrators' overview.
// The exit code is 0 when they are in order, 1 when they are not, 2 when they could not be read.

try {
  const { broken, rows } = await run()
  if (broken === null) console.log(inOrder(rows))
  else
    console.error(
      `The books are NOT in order.\nViolated invariant: ${broken.invariant}.\nFirst wrong row: ${broken.fault}.`,
    )
  process.exitCode = broken === null ? 0 : 1
} catch (error) {
  console.error(complaintOf(error))
  process.exitCode = 2
}

async function run(): Promise<BooksVerdict> {
  const settings = readDatabaseSettings(process.env)
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'postgres'))) {
    throw new Error(`There are no books in ${settings.dataDir} yet: npm start opens the bank.`)
  }
  const { programAddress, stop } = await reachDatabase(settings, { join: true })
  // A database that was started only for this command is stopped.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop().then(() => process.exit(2)))
  try {
    const connection = await connectOnce(programAddress)
    try {
      const startedAt = new Date()
      const verdict = await checkBooks(connection, console.log)
      await keep(verdict, connection, startedAt)
      return verdict
    } finally {
      await connection.end()
    }
  } finally {
    await stop()
  }
}

/** A database that takes no writes, such as a standby, can be checked too. */
async function keep(
  verdict: BooksVerdict,
  connection: Awaited<ReturnType<typeof connectOnce>>,
  startedAt: Date,
): Promise<void> {
  try {
    await insertBooksCheck(connection, verdict, { startedAt, finishedAt: new Date() })
  } catch (error) {
    console.error(`The result is not stored: ${reasonOf(error)}`)
  }
}

function inOrder(rows: BooksVerdict['rows']): string {
  const [transactions, postings, entries, batches, events] = (
    ['transactions', 'postings', 'entries', 'batches', 'audit events'] as const
  ).map((part) => `${rows[part].toLocaleString('en-US')} ${part}`)
  return `The books are in order: ${transactions}, ${postings}, ${entries}, ${batches}, ${events} checked.`
}

function complaintOf(error: unknown): string {
  if (errorCodeOf(error) === '42P01') {
    return 'The database has no books yet: npm start opens the bank.'
  }
  return `The books could not be checked: ${reasonOf(error)}`
}
