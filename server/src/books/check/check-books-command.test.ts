import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFundedCustomer, pinKey, transferOut } from '../../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../../test/database.ts'
import { inheritedEnvironment } from '../../../test/program.ts'
import { startEmbedded } from '../../embedded/start-embedded.ts'
import { connectOnce } from '../../postgres/connect-once.ts'
import { openDatabase } from '../../postgres/database.ts'
import type { DatabaseAddress } from '../../postgres/database-address.ts'
import { migrate } from '../../postgres/migrate.ts'
import { openBooks } from '../books.ts'
import { findLastBooksCheck } from './books-check.ts'

let bank: TestDatabase
let folder: string
beforeAll(async () => {
  bank = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'check-books-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await bank?.close()
})

type Ended = { code: number; output: string; complaint: string }

/** Runs `npm run check-books` as npm would, on the database that the settings name. */
function checkBooks(settings: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const script = join(import.meta.dirname, '../../../../scripts/check-books.ts')
    const child = execFile(
      process.execPath,
      [script],
      { env: { ...inheritedEnvironment(), ...settings } },
      (_, output, complaint) => resolve({ code: child.exitCode ?? -1, output, complaint }),
    )
  })
}

function urlOf({ user, password, host, port, database }: DatabaseAddress): string {
  return `postgresql://${user}:${password}@localhost:${port}/${database}?host=${host}`
}

async function sendSomething(address: DatabaseAddress): Promise<void> {
  const db = await openDatabase(address, { allowsDataLoss: true, timeoutFactor })
  const books = await openBooks({ db, pinKey, timeoutFactor })
  await books.submit(transferOut(books, await openFundedCustomer(db, books, 100_00n), 40_00n))
  await books.close()
  await db.end()
}

test('check-books succeeds for books in order and prints what was checked', async () => {
  await sendSomething(bank.programAddress)
  const { code, output, complaint } = await checkBooks({ DATABASE_URL: urlOf(bank.ownerAddress) })
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
  expect(output).toContain(
    "In USD, customers' accounts with 60.00 and pots with 0.00 add up to the bank's debt of 60.00.\n",
  )
  expect(output).toContain(
    'The books are in order: 2 transactions, 2 postings, 4 entries, 2 batches, 0 audit events checked.\n',
  )
  const kept = await findLastBooksCheck(bank.db)
  expect(kept).toMatchObject({ invariant: null, fault: null, transactions: 2n, entries: 4n })
  expect(Math.abs(Date.now() - kept!.finishedAt.getTime())).toBeLessThan(3_600_000)
})

test('check-books checks a database that takes no writes, and says that the result is not stored', async () => {
  const kept = await findLastBooksCheck(bank.db)
  const address = urlOf(bank.ownerAddress)
  const readOnly = `${address}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  const { code, output, complaint } = await checkBooks({ DATABASE_URL: readOnly })
  expect(code).toBe(0)
  expect(output).toContain('The books are in order: ')
  expect(complaint).toBe('The result is not stored: cannot execute INSERT in a read-only transaction\n')
  expect(await findLastBooksCheck(bank.db)).toEqual(kept)
})

test('check-books fails and names the first wrong row with the violated invariant', async () => {
  const owner = await connectOnce(bank.ownerAddress)
  await owner.query(
    `set session_replication_role = replica; update batches set hash = sha256('') where batch_no = 2`,
  )
  await owner.end()
  const { code, complaint } = await checkBooks({ DATABASE_URL: urlOf(bank.ownerAddress) })
  expect(code).toBe(1)
  expect(complaint).toMatch(
    /^The books are NOT in order\.\nViolated invariant: What is written in the books is never changed\.\nFirst wrong row: batch 2 /,
  )
  expect(await findLastBooksCheck(bank.db)).toMatchObject({
    invariant: 'What is written in the books is never changed',
    fault: expect.stringMatching(/^batch 2 /),
  })
})

test('check-books fails with one line and another exit code when the books cannot be read', async () => {
  const nowhere = await checkBooks({ DATABASE_URL: urlOf({ ...bank.ownerAddress, host: folder }) })
  expect(nowhere.code).toBe(2)
  expect(nowhere.complaint).toMatch(/^The books could not be checked: The database cannot be reached: .*\n$/)
  const none = await checkBooks({ DATABASE_URL: urlOf({ ...bank.ownerAddress, database: 'postgres' }) })
  expect(none).toMatchObject({
    code: 2,
    complaint: 'The database has no books yet: npm start opens the bank.\n',
  })
  const empty = await checkBooks({ DATA_DIR: join(folder, 'empty') })
  expect(empty.complaint).toContain('There are no books in')
  expect(existsSync(join(folder, 'empty'))).toBe(false)
})

test('check-books uses the PostgreSQL of a running bank and leaves it running; a stopped one is started and stopped again', async () => {
  const dataDir = join(folder, 'data')
  const { ownerAddress, programAddress, stop } = await startEmbedded(dataDir, { fsync: false })
  const settings = { DATA_DIR: dataDir }
  try {
    await migrate(ownerAddress)
    await sendSomething(programAddress)
    expect(await checkBooks(settings)).toMatchObject({ code: 0, complaint: '' })
    await sendSomething(programAddress)
  } finally {
    await stop()
  }
  const { code, output } = await checkBooks(settings)
  expect(code).toBe(0)
  expect(output).toContain('4 transactions, 4 postings, 8 entries, 4 batches, ')
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})
