import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, openFundedCustomer, pinKey, transferOut } from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { type OpenPipelinedConnection, openPipelinedConnection } from '../postgres/pipelined-connection.ts'
import { type Books, openBooks } from './books.ts'
import { type DoBatch, realEnvironment } from './environment.ts'

// What a batch of transfers may cost, of customers without guards, limits for new beneficiaries, references, pots or further
// accounts. It is counted without a clock, so a change that costs every transfer something has to raise a number here.
const budget = { roundTrips: 2, statements: 9, parameters: 17 }

/**
 * Bytes of the write-ahead log for each transfer by the size of the batch, without images and splits of pages: whether a page is full
 * depends on what was written before.
 */
const logBytes = { 1: 1_650, 64: 1_180, 256: 1_155 }

/** Rows inserted and, in ledger accounts, changed: for each transfer, and for the batch. */
const rows = {
  transactions: [1, 0],
  postings: [1, 0],
  entries: [2, 0],
  ledger_accounts: [1, 1],
  batches: [0, 1],
}

/** Each has one entry for each row of its table. */
const indexes = [
  'batches_pkey',
  'entries_pkey',
  'postings_pkey',
  'transactions_debits',
  'transactions_pkey',
  'transactions_unsettled_debits',
]

const sizeMax = 256

type Costs = { readonly trips: string[][]; parameters: number }

let database: TestDatabase
let owner: Awaited<ReturnType<typeof connectOnce>>
const people: Customer[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  owner = await connectOnce(database.ownerAddress)
  await owner.query('create extension pg_walinspect')
  await owner.query('set synchronous_commit = on')
  const books = await openBooks({ db: database.db, pinKey, timeoutFactor })
  // A few at once: on a slow machine the last of all of them would wait too long for a connection.
  while (people.length < sizeMax) {
    const opening = Array.from({ length: 16 }, () => openFundedCustomer(database.db, books, 10_000_00n))
    people.push(...(await Promise.all(opening)))
  }
  await books.close()
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

type Alter = (connect: OpenPipelinedConnection) => OpenPipelinedConnection

/** Books whose connection counts what it sends, and the function that runs a batch of transfers. */
async function openCounted(alter: Alter = (connect) => connect) {
  const costs: Costs = { trips: [], parameters: 0 }
  const batches: DoBatch[] = []
  const counting: OpenPipelinedConnection = async (db, options) => {
    const connection = await openPipelinedConnection(db, options)
    return {
      ...connection,
      ask(trip) {
        costs.trips.push(trip.map(({ statement }) => statement.name))
        costs.parameters += trip.reduce((count, { values }) => count + values.length, 0)
        return connection.ask(trip)
      },
    }
  }
  const environment = {
    ...realEnvironment,
    connect: alter(counting),
    traceBatches: (doBatch: DoBatch) => {
      batches.push(doBatch)
      return doBatch
    },
  }
  const books = await openBooks({ db: database.db, pinKey, timeoutFactor, environment })
  return { books, costs, doBatch: batches[0]! }
}

/** Runs one batch of transfers to another bank, each of another customer, and returns what was sent. */
async function runBatch(size: number, alter?: Alter): Promise<Costs> {
  const { books, costs, doBatch } = await openCounted(alter)
  await doBatch(batchOf(books, 1), performance.now())
  costs.trips.length = 0
  costs.parameters = 0
  const outcomes = await doBatch(batchOf(books, size), performance.now())
  await books.close()
  expect(outcomes.filter((outcome) => 'moved' in outcome && outcome.moved)).toHaveLength(size)
  return costs
}

function batchOf(books: Books, size: number) {
  return people.slice(0, size).map((person, index) => ({
    instruction: transferOut(books, person, 1_00n),
    attempt: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }))
}

type LogRecord = {
  readonly relation: string
  readonly type: string
  readonly bytes: number
  readonly count: number
}

/** The records that a batch leaves in the log, by relation and type, without those of other databases and of autovacuum's statistics. */
async function recordsOf(run: () => Promise<unknown>): Promise<LogRecord[]> {
  const position = async () =>
    (await owner.query('select pg_current_wal_insert_lsn()::text as at')).rows[0].at
  const from = await position()
  await run()
  // Its commit flushes the log up to here.
  await owner.query("select pg_logical_emit_message(true, '', '')")
  const { rows } = await owner.query<LogRecord>(
    `select relname as relation, record_type as type,
            sum(record_length - block_fpi_length)::int as bytes
       from (select distinct on (start_lsn) * from pg_get_wal_block_info($1, $2) order by start_lsn, block_id) records
       join pg_class c on pg_relation_filenode(c.oid) = records.relfilenode
      where reldatabase = (select d.oid from pg_database d where datname = current_database())
        and c.relnamespace = 'public'::regnamespace
      group by 1, 2`,
    [from, await position()],
  )
  return rows
}

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `select (select count(*) from transactions)::int as transactions, (select count(*) from postings)::int as postings,
            (select count(*) from entries)::int as entries, (select sum(version) from ledger_accounts)::int as ledger_accounts,
            (select count(*) from batches)::int as batches`,
  )
  return rows[0]
}

const isOfFullPage = /^(SPLIT|INSERT_UPPER|NEWROOT|PRUNE|UPDATE|DEDUP|DELETE|VACUUM|VISIBLE)/

/**
 * Records that depend on what was written before, and on whether autovacuum reads the table meanwhile. A balance whose page is full, because another transaction still sees the earlier
 * versions, moves to another page and enters the indexes of ledger accounts again.
 */
function dependsOnFullPage({ relation, type }: LogRecord): boolean {
  return isOfFullPage.test(type) || /^ledger_accounts_/.test(relation)
}

describe.each([1, 64, 256] as const)('a batch of %i transfers of plain customers', (size) => {
  test('the batch takes the round trips, statements and parameters of its budget, whatever its size', async () => {
    const { trips, parameters } = await runBatch(size)
    expect({ roundTrips: trips.length, statements: trips.flat().length, parameters }).toEqual(budget)
  })

  test('the batch writes one row for each fact', async () => {
    const before = await countRows()
    const { books, doBatch } = await openCounted()
    await doBatch(batchOf(books, size), performance.now())
    await books.close()
    const after = await countRows()
    for (const [table, [each, once]] of Object.entries(rows)) {
      expect([table, after[table]! - before[table]!]).toEqual([table, each! * size + once!])
    }
  })

  test('the batch writes into the indexes of its budget, and no more log than that', async () => {
    const { books, doBatch } = await openCounted()
    await doBatch(batchOf(books, 1), performance.now())
    const rounds = size === 1 ? 64 : 1
    const records = await recordsOf(async () => {
      for (let round = 0; round < rounds; round++) await doBatch(batchOf(books, size), performance.now())
    })
    await books.close()
    const written = records.filter(({ type }) => type.startsWith('INSERT_LEAF') || type.startsWith('SPLIT'))
    const inserted = new Set(
      written.map(({ relation }) => relation).filter((name) => !/^ledger_accounts_/.test(name)),
    )
    expect([...inserted].sort()).toEqual(indexes)
    const usual = records.filter((record) => !dependsOnFullPage(record))
    const bytes = usual.reduce((sum, record) => sum + record.bytes, 0)
    expect(bytes / size / rounds).toBeLessThanOrEqual(logBytes[size])
  })
})

test('no index of ledger accounts contains a column that a transfer changes', async () => {
  const { rows } = await owner.query(
    `select distinct attname as name from pg_index join pg_attribute on attrelid = indexrelid
      where indrelid = 'ledger_accounts'::regclass union
     select distinct attname from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_class'::regclass and d.objid in (select indexrelid from pg_index where indrelid = 'ledger_accounts'::regclass)
        and d.refobjid = 'ledger_accounts'::regclass`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(['closed_at', 'currency', 'id', 'kind', 'stripe'])
})

test('a statement that is added to each trip exceeds the budget', async () => {
  const added = { name: 'added', text: 'select 1' }
  const { trips } = await runBatch(64, (connect) => async (db, options) => {
    const connection = await connect(db, { ...options, statements: [...options.statements, added] })
    const ask: typeof connection.ask = (trip) =>
      connection.ask([...trip, { statement: added, values: [] }]) as never
    return { ...connection, ask }
  })
  expect(trips.flat()).toHaveLength(budget.statements + budget.roundTrips)
})
