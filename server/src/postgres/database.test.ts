import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { waitUntil } from '../../test/wait-until.ts'
import { connectOnce } from './connect-once.ts'
import { openDatabase, openPoolBeside } from './database.ts'
import { migrate, newestMigration } from './migrate.ts'
import { inTransaction } from './transaction.ts'

let bank: TestDatabase
beforeAll(async () => {
  bank = await openTestDatabase()
})
afterAll(() => bank.close())

test('a bank connection has the timeouts that keep one slow statement from stopping the others', async () => {
  const db = await openDatabase(bank.programAddress, { allowsDataLoss: true })
  const { rows } = await db.query(`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`)
  await db.end()
  expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s', zone: 'UTC' }])
})

test('a pool beside has the same rights and timeouts, and connections of its own', async () => {
  const beside = openPoolBeside(bank.db, 1)
  const held = await beside.connect()
  const { rows } = await held.query(
    `select current_user::text as name, current_setting('lock_timeout') as lock`,
  )
  const waiting = beside.query('select 1')
  await bank.db.query('select 1')
  expect(beside.waitingCount).toBe(1)
  held.release()
  await waiting
  await beside.end()
  expect(rows).toEqual([{ name: 'bank_app', lock: expect.stringMatching(/s$/) }])
})

test('a bank connection has the rights of the role bank_app, also after it resets its role', async () => {
  await inTransaction(bank.db, async (connection) => {
    await connection.query('reset role')
    const { rows } = await connection.query('select current_user::text as name')
    expect(rows).toEqual([{ name: 'bank_app' }])
  })
})

test('a login that owns the tables causes a warning of one line', async () => {
  const warnings: string[] = []
  const db = await openDatabase(bank.ownerAddress, {
    allowsDataLoss: true,
    warn: (message) => warnings.push(message),
  })
  await db.end()
  expect(warnings).toEqual([
    expect.stringMatching(/^Warning: the program's database user is a superuser or owns the tables[^\n]+$/),
  ])
})

test('a role bank_app without rights on the tables is not used, with a warning', async () => {
  const other = await openTestDatabase()
  const owner = new pg.Client(other.ownerAddress)
  await owner.connect()
  await owner.query('revoke insert on postings from bank_app')
  const warnings: string[] = []
  const db = await openDatabase(other.ownerAddress, {
    allowsDataLoss: true,
    warn: (message) => warnings.push(message),
  })
  const { rows } = await db.query('select current_user::text as name')
  expect(rows).not.toEqual([{ name: 'bank_app' }])
  expect(warnings).toContainEqual(expect.stringContaining('only triggers protect the books'))
  await db.end()
  await owner.end()
  await other.close()
})

test('integers, days and amounts are read from the database exactly', async () => {
  const { rows } = await bank.db.query(`
    select 9223372036854775807::int8 as whole, '{1,null,-9223372036854775808}'::int8[] as wholes, null::int8 as nothing,
           '2026-11-20'::date as day, '{2026-11-20}'::date[] as days, 12.340::numeric as exact`)
  expect(rows).toEqual([
    {
      whole: 9223372036854775807n,
      wholes: [1n, null, -9223372036854775808n],
      nothing: null,
      day: '2026-11-20',
      days: ['2026-11-20'],
      exact: '12.340',
    },
  ])
})

describe('a transaction', () => {
  test('a transaction commits all of its work', async () => {
    const value = await inTransaction(bank.db, async (connection) => {
      await connection.query("select set_config('bank.note', 'kept', false)")
      return 'answer'
    })
    expect(value).toBe('answer')
  })

  test('a transaction is rolled back when its work throws, and throws the same error', async () => {
    const marker = 12_345
    const work = inTransaction(bank.db, async (connection) => {
      await connection.query('select pg_advisory_xact_lock($1)', [marker])
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    const { rows } = await bank.db.query(
      `select count(*)::int as held from pg_locks where locktype = 'advisory' and objid = $1`,
      [marker],
    )
    expect(rows).toEqual([{ held: 0 }])
  })

  test('a transaction fails when the work swallows the error of a statement', async () => {
    const work = inTransaction(bank.db, async (connection) => {
      await connection.query('select 1 / 0').catch(() => {})
    })
    await expect(work).rejects.toThrow('had failed before its commit')
  })

  test('a transaction fails when its connection breaks, and the next one works', async () => {
    const work = inTransaction(bank.db, async (connection) => {
      await connection.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await expect(work).rejects.toThrow()
    const { rows } = await bank.db.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })
})

test('a database that may lose acknowledged commits is refused in one line', async () => {
  await expect(openDatabase(bank.ownerAddress)).rejects.toThrow(
    'The database runs with fsync off and would lose acknowledged money in a crash: turn it on.',
  )
})

test('options in a connection string are joined with the bank’s', async () => {
  const { host, user, password, database } = bank.programAddress
  const address = `postgresql://${user}:${password}@${encodeURIComponent(host!)}/${database}?options=-c%20work_mem%3D9MB`
  const db = await openDatabase({ connectionString: address }, { allowsDataLoss: true })
  const { rows } = await db.query(
    "select current_setting('work_mem') as memory, current_setting('lock_timeout') as lock",
  )
  await db.end()
  expect(rows).toEqual([{ memory: '9MB', lock: '2s' }])
})

test('a newer version migrates nothing while a process of an older version runs, and then starts', async () => {
  const newer = mkdtempSync(join(tmpdir(), 'truepenny-newer-'))
  cpSync(join(import.meta.dirname, '../../migrations'), newer, { recursive: true })
  const shared = await openTestDatabase()
  const owner = await connectOnce(shared.ownerAddress)
  const lids = async () => (await owner.query("select to_regclass('lids') as lids")).rows[0].lids
  try {
    const older = [
      shared.db,
      await openDatabase(shared.programAddress, { allowsDataLoss: true, timeoutFactor }),
    ]
    for (const db of older) await db.query('select')
    await migrate(shared.ownerAddress, newer)
    const number = String((await newestMigration()) + 1).padStart(4, '0')
    writeFileSync(join(newer, `${number}-lids.sql`), 'create table lids (id int);')
    for (const db of older) {
      await expect(migrate(shared.ownerAddress, newer)).rejects.toThrow(
        /^A process of an older version is using the database: stop all processes of the bank, then start this one\.$/,
      )
      expect(await lids()).toBeNull()
      await db.end()
    }
    // PostgreSQL ends its side of a connection a moment after the client's.
    const others =
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await waitUntil(async () => (await owner.query(others)).rowCount === 0)
    await migrate(shared.ownerAddress, newer)
    expect(await lids()).toBe('lids')
  } finally {
    await owner.end()
    rmSync(newer, { recursive: true })
  }
})
