import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { cutConnections } from '../../test/cut-connections.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type BatchedLookup, openBatchedLookup } from './batched-lookup.ts'

type Row = { key: string; currency: string }

let database: TestDatabase
let lookup: BatchedLookup<Row>
let queries: MockInstance

beforeAll(async () => {
  database = await openTestDatabase()
  lookup = openBatchedLookup<Row>({
    db: database.db,
    statement: {
      name: 'own-accounts',
      text: 'select id::text as key, currency from ledger_accounts where id = any ($1::bigint[])',
    },
    arrayOf: (keys) => `{${keys.join()}}`,
    keyOf: (row) => row.key,
  })
  await lookup.find('1')
  queries = vi.spyOn(pg.Client.prototype, 'query')
})
beforeEach(() => {
  queries.mockClear()
})
afterAll(async () => {
  queries.mockRestore()
  await lookup.close()
  await database.close()
})

describe('look-ups', () => {
  test('concurrent look-ups are one query, and each gets its own row', async () => {
    const rows = await Promise.all(['1', '2', '999', '1'].map(lookup.find))
    expect(rows.map((row) => row?.key)).toEqual(['1', '2', undefined, '1'])
    expect(queries).toHaveBeenCalledTimes(1)
  })

  test('look-ups during a query form the next query, which sees what was written in between', async () => {
    const first = lookup.find('1')
    await vi.waitFor(() => expect(queries).toHaveBeenCalledTimes(1))
    const later = Promise.all([lookup.find('1'), lookup.find('2')])
    expect(await first).toEqual({ key: '1', currency: expect.any(String) })
    expect((await later).map((row) => row?.key)).toEqual(['1', '2'])
    expect(queries).toHaveBeenCalledTimes(2)
  })

  test('look-ups continue when their connection is cut', async () => {
    for (let cuts = 0; cuts < 3; cuts++) {
      await cutConnections(database.ownerAddress)
      expect((await lookup.find('2'))?.key).toBe('2')
    }
  })

  test('look-ups that the database refuses fail, and the next ones do not', async () => {
    await expect(lookup.find('no number')).rejects.toThrow('invalid input syntax')
    expect((await lookup.find('3'))?.key).toBe('3')
  })
})
