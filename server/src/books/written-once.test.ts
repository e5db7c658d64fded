import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, openFundedCustomer, pinKey, transferOut } from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { openBooks } from './books.ts'

let bank: TestDatabase
let owner: Client
let alice: Customer
beforeAll(async () => {
  bank = await openTestDatabase()
  owner = await connectOnce(bank.ownerAddress)
  const books = await openBooks({ db: bank.db, pinKey, timeoutFactor })
  alice = await openFundedCustomer(bank.db, books, 100_00n)
  await books.submit(transferOut(books, alice, 40_00n))
  await books.close()
})
afterAll(async () => {
  await owner?.end()
  await bank?.close()
})

/** The error code of a refused statement; undefined when it was executed. Always rolled back. */
async function refusedWith(statement: string, connection: Client | TestDatabase['db']) {
  const error = await connection.query(`begin; ${statement}; rollback`).catch((reason) => reason)
  if (connection === owner) await connection.query('rollback')
  return error.code as string | undefined
}

const writtenOnce = '23001'
const notAllowed = '42501'
const broken = { check: '23514', unique: '23505', foreignKey: '23503' }

describe('the triggers refuse even the owner of the database', () => {
  for (const statement of [
    'update entries set amount_minor = amount_minor + 1',
    'delete from entries where false',
    'truncate entries',
    'update postings set amount_minor = 1',
    'delete from postings',
    'truncate postings',
    "update batches set hash = decode(repeat('00', 32), 'hex')",
    'delete from batches',
    'truncate batches',
    'delete from writers',
    'delete from transactions',
    'truncate transactions cascade',
    'update transactions set amount_minor = 1',
    "update transactions set kind = 'closing'",
    "update transactions set debit_detail = 'Rent'",
    'update transactions set source_ledger_account_id = 1',
    "update transactions set beneficiary_name = 'Mallory', status = 'success'",
    'update transactions set made_by = gen_random_uuid()',
    'update transactions set created_at = now()',
    "update transactions set first_status = 'success'",
    'delete from ledger_accounts where false',
    'truncate ledger_accounts cascade',
    'delete from audit_events',
    "update no_op_changes set status = 'failed'",
    'delete from no_op_changes',
    'truncate no_op_changes',
    "update payee_references set reference = 'Invoice 2'",
    'delete from payee_references',
    'truncate payee_references',
    "update posting_reasons set reason = 'Another one'",
    'delete from posting_reasons',
    'truncate posting_reasons',
  ]) {
    test(statement, async () => {
      expect(await refusedWith(statement, owner)).toBe(writtenOnce)
    })
  }
})

describe('the program has no right to', () => {
  for (const statement of [
    'update entries set amount_minor = amount_minor + 1',
    'delete from entries',
    'truncate entries',
    'update postings set amount_minor = 1',
    'delete from postings',
    'update batches set batch_no = 7',
    'delete from batches',
    'delete from writers',
    'delete from transactions',
    'update transactions set amount_minor = 1',
    'update transactions set debit_account_id = 1',
    'delete from ledger_accounts',
    "update payee_references set reference = 'Invoice 2'",
    'delete from payee_references',
    "update posting_reasons set reason = 'Another one'",
    'delete from posting_reasons',
    'update audit_events set details = null',
    'delete from audit_events',
    'alter table entries disable trigger all',
    'drop trigger entries_are_written_once on entries',
    'set session_replication_role = replica',
  ]) {
    test(statement, async () => {
      expect(await refusedWith(statement, bank.db)).toBe(notAllowed)
    })
  }
})

describe('the database refuses', () => {
  test('a customer’s balance below zero', async () => {
    const overdraw = `update ledger_accounts set balance_minor = -1 where id = ${alice.accountId}`
    expect(await refusedWith(overdraw, bank.db)).toBe(broken.check)
    const asNew = "insert into ledger_accounts (kind, currency) values ('customer', 'USD')"
    expect(await refusedWith(asNew, bank.db)).toBe(broken.check)
  })

  test('two entries with one number on one ledger account', async () => {
    const again = `insert into entries select * from entries where ledger_account_id = ${alice.accountId}`
    expect(await refusedWith(again, bank.db)).toBe(broken.unique)
  })

  test('an id used twice, and a link of a chain written twice', async () => {
    expect(await refusedWith('insert into transactions select * from transactions', bank.db)).toBe(
      broken.unique,
    )
    expect(await refusedWith('insert into postings select * from postings', bank.db)).toBe(broken.unique)
    expect(await refusedWith('insert into batches select * from batches', bank.db)).toBe(broken.unique)
  })

  test('an unknown status or currency, and an invalid amount', async () => {
    expect(await refusedWith("update transactions set status = 'lost'", bank.db)).toBe(broken.check)
    const free = `insert into entries values (${alice.accountId}, 99, 0, 0, gen_random_uuid(), now())`
    expect(await refusedWith(free, bank.db)).toBe(broken.check)
    const yen = "insert into ledger_accounts (kind, currency, floor_minor) values ('customer', 'JPY', 0)"
    expect(await refusedWith(yen, bank.db)).toBe(broken.check)
  })

  test('a reference for no transaction, of no or 36 characters, or of two lines', async () => {
    const write = (id: string, reference: string) =>
      refusedWith(`insert into payee_references values (${id}, '${reference}')`, bank.db)
    const id = '(select id from transactions limit 1)'
    for (const reference of ['', '🏦'.repeat(36), 'Rent\nFood'])
      expect(await write(id, reference)).toBe(broken.check)
    expect(await write('gen_random_uuid()', 'Rent')).toBe(broken.foreignKey)
    expect(await write(id, '🏦'.repeat(35))).toBeUndefined()
  })

  test('a second settlement account in a currency', async () => {
    const second = "insert into ledger_accounts (kind, currency) values ('settlement', 'USD')"
    expect(await refusedWith(second, bank.db)).toBe(broken.unique)
  })
})
