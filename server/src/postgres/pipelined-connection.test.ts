import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cutConnections } from '../../test/cut-connections.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openPipelinedConnection, type PipelinedConnection, type Statement } from './pipelined-connection.ts'
import { isLostConnection } from './transient-error.ts'

const begin: Statement = { name: 'begin', text: 'begin' }
const commit: Statement = { name: 'commit', text: 'commit' }
const rollBack: Statement = { name: 'roll-back', text: 'rollback' }
const note: Statement = {
  name: 'note',
  text: `insert into settings (key, value, updated_at) values ($1, 'noted', now())`,
}
const notes: Statement<{ key: string }> = {
  name: 'notes',
  text: `select key from settings where value = 'noted' order by key`,
}
const divide: Statement<{ quotient: number }> = { name: 'divide', text: 'select 10 / $1::int as quotient' }
const values: Statement = {
  name: 'values',
  text: `
    select $1::bigint as big, '\\x00ff'::bytea as bytes, date '2026-02-28' as day, true as yes, null as nothing,
           $2::text as text`,
}
const sleep: Statement = { name: 'sleep', text: 'select pg_sleep(2)' }

let database: TestDatabase
const lost = vi.fn()
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function withConnection(
  work: (connection: PipelinedConnection) => Promise<void>,
  answerMillisecondsMax = 4_000,
) {
  const connection = await openPipelinedConnection(database.db, {
    settings: { statement_timeout: '3s' },
    statements: [begin, commit, rollBack, note, notes, divide, values, sleep],
    answerMillisecondsMax,
    lost,
  })
  try {
    await work(connection)
  } finally {
    await connection.end()
  }
}

test('a setting that the server does not know is left out, and the others are used', async () => {
  const show: Statement<{ jit: string }> = { name: 'show', text: "select current_setting('jit') as jit" }
  const { ask, end } = await openPipelinedConnection(database.db, {
    settings: { jit: 'off', of_another_engine: 'on' },
    statements: [show],
    answerMillisecondsMax: 4_000,
    lost,
  })
  expect(await ask([{ statement: show, values: [] }])).toEqual([[{ jit: 'off' }]])
  await end()
})

describe('a trip', () => {
  test('a trip returns the rows of each of its statements, typed like the pool’s', () =>
    withConnection(async ({ ask }) => {
      const [quotients, typed, none] = await ask([
        { statement: divide, values: ['5'] },
        { statement: values, values: [9_007_199_254_740_993n, 'ø'] },
        { statement: begin, values: [] },
      ])
      expect(quotients).toEqual([{ quotient: 2 }])
      expect(typed).toEqual([
        {
          big: 9_007_199_254_740_993n,
          bytes: Buffer.from([0, 255]),
          day: '2026-02-28',
          yes: true,
          nothing: null,
          text: 'ø',
        },
      ])
      expect(none).toEqual([])
    }))

  test('a trip stops at a statement that fails, and a commit behind it does not run', () =>
    withConnection(async ({ ask }) => {
      const trip = ask([
        { statement: begin, values: [] },
        { statement: note, values: ['before'] },
        { statement: divide, values: ['0'] },
        { statement: note, values: ['after'] },
        { statement: commit, values: [] },
      ])
      await expect(trip).rejects.toMatchObject({ code: '22012' })
      await ask([{ statement: rollBack, values: [] }])
      expect(await ask([{ statement: notes, values: [] }])).toEqual([[]])
    }))

  test('a trip without an answer in time fails as a lost connection, which is reported', () =>
    withConnection(async ({ ask }) => {
      lost.mockClear()
      const trip = ask([{ statement: sleep, values: [] }])
      expect(await trip.catch(isLostConnection)).toBe(true)
      expect(lost).toHaveBeenCalledTimes(1)
    }, 300))
})

test('a connection that breaks is reported at once, and a later trip on it fails as lost', () =>
  withConnection(async ({ ask }) => {
    lost.mockClear()
    await cutConnections(database.ownerAddress)
    await vi.waitFor(() => expect(lost).toHaveBeenCalled())
    expect(await ask([{ statement: notes, values: [] }]).catch(isLostConnection)).toBe(true)
  }))

test('a connection with an invalid statement is not opened', async () => {
  const opening = openPipelinedConnection(database.db, {
    settings: {},
    statements: [{ name: 'nonsense', text: 'selekt 1' }],
    answerMillisecondsMax: 4_000,
    lost,
  })
  await expect(opening).rejects.toMatchObject({ code: '42601' })
})
