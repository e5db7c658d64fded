import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import type { Connection } from '../../postgres/database.ts'
import { readUserRecordPage } from './user-record.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  for (const name of ['Zorba', 'Xi', 'Quentin']) {
    bank.clock.pass(1)
    await bank.openAccount(name)
  }
})
afterAll(() => bank.close())

test('the documents of users with a rare email are found by the indexes only when the scans have not read every user', async () => {
  const { db } = bank.bank
  const byIndex: string[] = []
  const watched: Connection = Object.assign(Object.create(db), {
    query: (statement: string, values: unknown[]) => {
      if (statement.includes('pieces_of')) byIndex.push(statement)
      return db.query(statement, values)
    },
  })
  const rare = { emailParts: ['zorba'], order: 'newest_first' as const, limit: 25, offset: 0 }
  const whole = await readUserRecordPage(watched, rare)
  expect([whole.users.map(({ name }) => name), whole.total, byIndex]).toEqual([['Zorba'], 1, []])
  expect(await readUserRecordPage(watched, rare, { page: 2, count: 2 })).toEqual(whole)
  expect(byIndex).toHaveLength(2)
})
