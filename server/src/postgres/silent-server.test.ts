import { afterAll, beforeAll, describe, test } from 'vitest'
import { type CuttableWire, openCuttableWire } from '../../test/cuttable-wire.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openBatchedLookup } from './batched-lookup.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { inTransaction } from './transaction.ts'
import { isTransientError } from './transient-error.ts'

let bank: TestDatabase
beforeAll(async () => {
  bank = await openTestDatabase()
})
afterAll(() => bank?.close())

/** Connections that are open and in use when the server goes silent. */
async function onCuttableWire(play: (db: Database, wire: CuttableWire) => Promise<void>): Promise<void> {
  const wire = await openCuttableWire(bank.programAddress)
  const db = await openDatabase(wire.address, { allowsDataLoss: true })
  try {
    await play(db, wire)
  } finally {
    await wire.close()
    await db.end()
  }
}

test('a connection in use does not block the end of the program', async ({ expect }) => {
  const db = await openDatabase(bank.programAddress, { allowsDataLoss: true })
  const connection = await db.connect()
  await closeDatabase(db)
  expect(db.totalCount).toBe(1)
  connection.release()
})

describe.concurrent('a silent server does not block callers forever, and work continues when it is back:', () => {
  test('a query', ({ expect }) =>
    onCuttableWire(async (db, wire) => {
      await db.query('select 1')
      wire.freeze()
      expect(await db.query('select 1').catch(isTransientError)).toBe(true)
      await wire.mend()
      expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }))

  for (const statement of ['select 2', 'commit']) {
    test(`a transaction at ${statement}`, ({ expect }) =>
      onCuttableWire(async (db, wire) => {
        const frozen = wire.onceBefore(statement, () => wire.freeze())
        const work = inTransaction(db, (connection) => connection.query('select 2'))
        const fault = await work.catch((error) => error)
        if (statement === 'commit') expect(fault).toMatchObject({ code: 'outcome_unknown' })
        else expect(isTransientError(fault)).toBe(true)
        await frozen
        await wire.mend()
        const done = await inTransaction(db, (connection) => connection.query('select 3 as three'))
        expect(done.rows).toEqual([{ three: 3 }])
      }))
  }

  test('a look-up', ({ expect }) =>
    onCuttableWire(async (db, wire) => {
      const lookup = openBatchedLookup<{ key: string }>({
        db,
        statement: { name: 'numbers', text: 'select unnest($1::text[]) as key' },
        arrayOf: (keys) => `{${keys.join()}}`,
        keyOf: ({ key }) => key,
      })
      expect(await lookup.find('1')).toEqual({ key: '1' })
      wire.freeze()
      expect(await lookup.find('1').catch(isTransientError)).toBe(true)
      await wire.mend()
      expect(await lookup.find('1')).toEqual({ key: '1' })
      await lookup.close()
    }))
})

test('a commit whose answer is lost has an unknown outcome on an engine without ids of transactions', async ({
  expect,
}) => {
  await onCuttableWire(async (db, wire) => {
    const other = Object.assign(db, { server: { ...db.server, readsOutcomes: false } })
    const asked: string[] = []
    const lost = wire.onceBefore('commit', (one) => one.loseCommitAnswer())
    const work = inTransaction(other, async (connection) => {
      const { rows } = await connection.query('select pg_current_xact_id_if_assigned()::text as id')
      asked.push(...rows.map(({ id }) => id))
    })
    await expect(work).rejects.toMatchObject({ code: 'outcome_unknown' })
    await lost
    expect(asked).toEqual([null])
  })
})
