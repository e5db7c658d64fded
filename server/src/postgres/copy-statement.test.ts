import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { copyPostings } from '../books/rows/postings.ts'
import { type CopyStatement, copyInto } from './copy-statement.ts'
import { openPipelinedConnection, type PipelinedConnection, type Statement } from './pipelined-connection.ts'

type Setting = { readonly key: string; readonly value: string; readonly at: number | null }

const copySettings = copyInto<Setting>('settings', {
  key: { type: 'text', of: ({ key }) => key },
  value: { type: 'text', of: ({ value }) => value },
  updated_at: { type: 'timestamptz', of: ({ at }) => at },
})
const readSettings: Statement<{ key: string; value: string; at: Date }> = {
  name: 'settings',
  text: 'select key, value, updated_at as at from settings where key = any($1::text[]) order by key',
}
const begin: Statement = { name: 'begin', text: 'begin' }
const commit: Statement = { name: 'commit', text: 'commit' }
const rollBack: Statement = { name: 'roll-back', text: 'rollback' }

let database: TestDatabase
let connection: PipelinedConnection
beforeAll(async () => {
  database = await openTestDatabase()
  connection = await openPipelinedConnection(database.db, {
    settings: {},
    statements: [begin, commit, rollBack, copySettings, copyPostings, readSettings],
    answerMillisecondsMax: 20_000,
    lost: () => {},
  })
})
afterAll(async () => {
  await connection.end()
  await database.close()
})

function copying<Row>(statement: CopyStatement<Row>, ...rows: readonly Row[]) {
  return { statement, values: [statement.rowsOf(rows)] }
}

function found(...keys: readonly string[]) {
  return { statement: readSettings, values: [`{${keys.join(',')}}`] }
}

test('copied texts and moments are read as they were sent, in any language and beyond one page of rows', async () => {
  const value = '{"\\N\t\n", Ünal, 支付, مرحبا, 🏦} '.repeat(800)
  const rows = ['first', 'second', 'third'].map((key, at) => ({ key, value: value + key, at: at - 1 }))
  const [none, read] = await connection.ask([
    copying(copySettings, ...rows),
    found(...rows.map(({ key }) => key)),
  ])
  expect(none).toEqual([])
  expect(read).toEqual(rows.map((row) => ({ ...row, at: new Date(row.at) })))
})

const posting = {
  id: randomUUID(),
  transactionId: randomUUID().toUpperCase(),
  status: 'pending' as const,
  debit: -(2n ** 63n),
  credit: 2n ** 63n - 1n,
  amountMinor: 1n,
  madeBy: '00000000-0000-0000-0000-000000000000',
  bookedAt: Date.UTC(1999, 11, 31, 23, 59, 59, 999),
  position: 2 ** 31 - 1,
  writerId: randomUUID(),
  batchNo: 1n,
}

test('copied numbers and ids are read as they were sent, to both ends of their range', async () => {
  await connection.ask([copying(copyPostings, posting)])
  const { rows } = await database.db.query('select * from postings where id = $1', [posting.id])
  expect(rows).toEqual([
    {
      id: posting.id,
      transaction_id: posting.transactionId.toLowerCase(),
      status: 'pending',
      debit_ledger_account_id: posting.debit,
      credit_ledger_account_id: posting.credit,
      amount_minor: 1n,
      made_by: posting.madeBy,
      booked_at: new Date(posting.bookedAt),
      position: posting.position,
      writer_id: posting.writerId,
      batch_no: 1n,
    },
  ])
})

test.each([
  ['a known key', { key: 'known', value: 'again', at: 0 }, '23505'],
  ['no value for a column that needs one', { key: 'new', value: 'none', at: null }, '23502'],
  ['the character U+0000', { key: 'new', value: 'a\0b', at: 0 }, '22021'],
])('a copied row with %s fails the trip, and nothing of it is kept', async (_, row, code) => {
  const known = { key: 'known', value: 'once', at: 0 }
  await connection.ask([copying(copySettings, known)]).catch(() => {})
  const trip = connection.ask([
    { statement: begin, values: [] },
    copying(copySettings, { key: 'before', value: 'x', at: 0 }, row),
    copying(copySettings, { key: 'after', value: 'x', at: 0 }),
    { statement: commit, values: [] },
  ])
  await expect(trip).rejects.toMatchObject({ code })
  await connection.ask([{ statement: rollBack, values: [] }])
  const [read] = await connection.ask([found('known', 'before', 'after', 'new')])
  expect(read.map(({ value }) => value)).toEqual(['once'])
})

test.each([
  ['an amount of 0', { amountMinor: 0n }],
  ['an unknown status', { status: 'lost' as never }],
  ['the position 0', { position: 0 }],
  ['one account as debit and credit', { debit: 1n, credit: 1n }],
])('a copied posting with %s is refused by the rules of the database', async (_, wrong) => {
  const trip = connection.ask([copying(copyPostings, { ...posting, id: randomUUID(), ...wrong })])
  await expect(trip).rejects.toMatchObject({ code: '23514' })
})

test('a malformed id throws before anything is sent', () => {
  expect(() => copyPostings.rowsOf([{ id: 'not an id' } as never])).toThrow('"not an id" is not a UUID')
})
