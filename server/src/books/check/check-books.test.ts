import { randomUUID } from 'node:crypto'
import type { Client, QueryResult } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Customer,
  changeStatus,
  clara,
  openCustomer,
  openFundedCustomer,
  pinKey,
  transferInside,
  transferOut,
} from '../../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../../test/database.ts'
import { recordAudit } from '../../audit/audit-chain.ts'
import { connectOnce } from '../../postgres/connect-once.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { openBooks } from '../books.ts'
import { findRowTime } from './books-check.ts'
import { checkBooks, checkBooksInSlices } from './check-books.ts'

let bank: TestDatabase
let owner: Client
let beside: Client
let alice: Customer
let bruno: Customer
/** Alice's two transfers out of the bank, the second of which failed and came back. */
let transfers: string[]

beforeAll(async () => {
  bank = await openTestDatabase()
  owner = await connectOnce(bank.ownerAddress)
  beside = await connectOnce(bank.ownerAddress)
  const lanes = await Promise.all([1, 2].map(() => openBooks({ db: bank.db, pinKey, timeoutFactor })))
  const [books, other] = lanes as [(typeof lanes)[0], (typeof lanes)[0]]
  alice = await openFundedCustomer(bank.db, books, 100_00n)
  bruno = await openCustomer(bank.db, { isActive: false })
  await openFundedCustomer(bank.db, other, 50_00n, 'EUR')
  const first = transferOut(books, alice, 10_00n)
  const second = transferOut(books, alice, 20_00n)
  transfers = [first.facts.id, second.facts.id]
  await books.submit(first)
  await books.submit(second)
  await books.submit(transferInside(books, alice, bruno, 5_00n))
  for (const status of ['failed', 'pending', 'failed'] as const)
    await books.submit(changeStatus(second, status))
  // The current status: nothing moves, and the change is stored.
  await books.submit(changeStatus(second, 'failed'))
  await Promise.all([1n, 2n, 3n].map((amount) => other.submit(transferOut(other, alice, amount))))
  await books.submit(transferOut(books, alice, 1_00n, { pin: '0000' }))
  await Promise.all(lanes.map((lane) => lane.close()))
  for (const action of ['account_activated', 'account_funded', 'account_deactivated'] as const) {
    await inTransaction(bank.db, (connection) =>
      recordAudit(connection, {
        actorId: clara,
        action,
        target: randomUUID(),
        details: { zip: '02101', amount: '1.00', again: true },
        now: new Date(Date.UTC(2026, 10, 21, 12, 30, 15, 250)),
      }),
    )
  }
  await keepAside()
})
afterAll(async () => {
  await Promise.all([owner?.end(), beside?.end()])
  await bank?.close()
})
beforeEach(putBack)

test('the books of a used bank are in order', async () => {
  const said: string[] = []
  const settings: Promise<QueryResult>[] = []
  const { broken, rows } = await checkBooks(owner, (line) => {
    said.push(line)
    settings.push(
      owner.query(
        `select current_setting('statement_timeout') as timeout, current_setting('work_mem') as memory`,
      ),
    )
  })
  expect((await settings[0]!).rows).toEqual([{ timeout: '0', memory: '64MB' }])
  expect(broken).toBeNull()
  expect(rows).toEqual({ entries: 22, postings: 11, transactions: 8, batches: 10, 'audit events': 3 })
  // Five invariants, and the bank's debt in each currency.
  expect(said).toHaveLength(8)
  expect(said).toContain(
    "In USD, customers' accounts with 89.94 and pots with 0.00 add up to the bank's debt of 89.94.",
  )
})

test('the books of a used bank are in order slice by slice, each in a snapshot of its own', async () => {
  const whole = await checkBooks(owner, () => {})
  for (const rowsMax of [1, 2, 3, 7, 1_000]) {
    let snapshots = 0
    const query = ((text: string, values?: unknown[]) => {
      if (text.startsWith('begin')) snapshots++
      return owner.query(text, values)
    }) as typeof owner.query
    expect(await checkBooksInSlices({ query }, rowsMax)).toEqual(whole)
    // Of each writer's batches at least one.
    expect(snapshots > 7).toBe(rowsMax < 22)
  }
})

test('slices end between the many ledger accounts that have no entries, and pass over a year without postings', async () => {
  await owner.query(`insert into ledger_accounts (kind, currency, stripe)
                     select 'in_transit', 'USD', stripe from generate_series(100, 400) stripe;
                     update writers set started_at = started_at - interval '1 year'`)
  const whole = await checkBooks(owner, () => {})
  expect(whole.broken).toBeNull()
  for (const rowsMax of [7, 250]) expect(await checkBooksInSlices(owner, rowsMax)).toEqual(whole)
})

test('an entry that was moved to another moment, in the order of its account, is found by slices too', async () => {
  await owner.query(
    `update entries set booked_at = booked_at + interval '1 us' where ${ofAlice()} and seq = 2`,
  )
  for (const check of [checkBooks(owner, () => {}), checkBooksInSlices(beside, 1)]) {
    expect((await check).broken?.fault).toMatch(
      new RegExp(`^posting ${transfers[0]} (and its entry|has 1 entries)`),
    )
  }
  await beside.query('rollback')
})

test('the books of a bank that has not opened yet are in order', async () => {
  const empty = await openTestDatabase()
  const connection = await connectOnce(empty.ownerAddress)
  const { broken, rows } = await checkBooks(connection, () => {})
  expect(broken).toBeNull()
  expect(Object.values(rows)).toEqual([0, 0, 0, 0, 0])
  await connection.end()
  await empty.close()
})

test('the time of a wrong row is the one at which it was booked, or of the last booking of its ledger account', async () => {
  const { accountId } = alice
  const times: readonly (readonly [fault: string, query: string])[] = [
    [
      `entry 3 of ledger account ${accountId} follows entry 1`,
      `select booked_at from entries where ${ofAlice()} and seq = 3`,
    ],
    [
      `ledger account ${accountId} counts 8 entries, but has 7`,
      `select max(booked_at) from entries where ${ofAlice()}`,
    ],
    [
      `posting ${transfers[0]} of transaction ${transfers[0]} moves 1, not 2`,
      `select booked_at from postings where id = '${transfers[0]}'`,
    ],
    ['audit event 2 follows event 0', 'select happened_at from audit_events where seq = 2'],
  ]
  for (const [fault, query] of times) {
    const { rows } = await owner.query({ text: query, rowMode: 'array' })
    expect([fault, await findRowTime(owner, fault)]).toEqual([fault, rows[0]![0]])
  }
})

describe('a row changed behind the triggers is found and named:', () => {
  const cases: [what: string, tamper: () => string, fault: () => RegExp][] = [
    [
      'an amount in an entry',
      () => `update entries set amount_minor = amount_minor + 1 where ${ofAlice()} and seq = 2`,
      () => entry(2, 'has the balance 9000, but 10000 and -999 are not that'),
    ],
    [
      'a balance in an entry',
      () => `update entries set balance_minor = balance_minor + 1 where ${ofAlice()} and seq = 3`,
      () => entry(3, 'has the balance 7001'),
    ],
    [
      'a missing entry',
      () => `delete from entries where ${ofAlice()} and seq = 2`,
      () => entry(3, 'follows entry 1'),
    ],
    [
      'a missing last entry',
      () =>
        `delete from entries where ${ofAlice()} and seq = (select max(seq) from entries where ${ofAlice()})`,
      () => account('has the balance 8494, but its entries come to'),
    ],
    [
      'an entry that was moved back in time',
      () => `update entries set booked_at = booked_at - interval '1 hour' where ${ofAlice()} and seq = 2`,
      () => entry(2, 'is booked before entry 1'),
    ],
    [
      'an entry on a ledger account that does not exist',
      () => `update entries set ledger_account_id = 9999 where ${ofAlice()}`,
      () => account('has the balance 8494, but its entries come to 0'),
    ],
    [
      'a balance',
      () => `update ledger_accounts set balance_minor = balance_minor + 100 where id = ${alice.accountId}`,
      () => account('has the balance 8594, but its entries come to 8494'),
    ],
    [
      'a customer who may be overdrawn',
      () => `update ledger_accounts set floor_minor = -100 where id = ${alice.accountId}`,
      () => account("is a customer's, but may fall to -100"),
    ],
    [
      'an amount that is held without a hold',
      () => `update ledger_accounts set held_minor = 100 where id = ${alice.accountId}`,
      () => new RegExp(`100 is held on ledger account ${alice.accountId}, but its holds come to 0`),
    ],
    [
      'a hold that the customer has not left',
      () => `insert into holds (id, account_id, amount_minor, reason, placed_by, placed_at, placed_seq)
             values (gen_random_uuid(), ${alice.accountId}, 8000, 'Suspected fraud', '${alice.userId}', now(), 1);
             update ledger_accounts set held_minor = 8000 where id = ${alice.accountId}`,
      () => new RegExp(`entry 3 of ledger account ${alice.accountId} left 7000 of 8000 that were held`),
    ],
    [
      'a customer in another currency',
      () => `update accounts set currency = 'EUR' where id = ${alice.accountId}`,
      () => account('is in USD, but its account in EUR'),
    ],
    [
      'money made out of nothing, with every balance after it',
      () => `update entries set amount_minor = amount_minor + (case seq when 1 then 100 else 0 end),
                    balance_minor = balance_minor + 100 where ${ofAlice()};
             update ledger_accounts set balance_minor = balance_minor + 100 where id = ${alice.accountId}`,
      () => /the balances in USD add up to 100, not to 0/,
    ],
    [
      'an amount in a posting',
      () => `update postings set amount_minor = 1 where id = '${transfers[0]}'`,
      () =>
        new RegExp(
          `posting ${transfers[0]} has an entry of -1000 on ledger account ${alice.accountId}, not of -1`,
        ),
    ],
    [
      'a missing posting',
      () => `delete from postings where id = '${transfers[0]}'`,
      () => new RegExp(`posting ${transfers[0]} is missing, but has entries`),
    ],
    [
      'a no-op status change to a status that was never held',
      () =>
        `insert into no_op_changes (id, transaction_id, status, made_by)
         values ('${randomUUID()}', '${transfers[0]}', 'failed', '${clara}')`,
      () => /^no-op status change .* asks for failed, which its transaction never was$/,
    ],
    [
      'a status without its money',
      () => `update transactions set status = 'success' where id = '${transfers[1]}'`,
      () =>
        new RegExp(`transaction ${transfers[1]} is success, but its postings come to 0 on ledger account`),
    ],
    [
      'a missing transaction',
      () => `delete from transactions where id = '${transfers[0]}'`,
      () => new RegExp(`transaction ${transfers[0]} is missing, but has postings`),
    ],
    [
      'an amount in a transaction',
      () => `update transactions set amount_minor = 1 where id = '${transfers[0]}'`,
      () => new RegExp(`posting ${transfers[0]} of transaction ${transfers[0]} moves 1000, not 1`),
    ],
    [
      'the moment of a transaction, by less than a millisecond',
      () => `update transactions set created_at = created_at + interval '10 us' where id = '${transfers[0]}'`,
      () => new RegExp(`transaction ${transfers[0]} was made at`),
    ],
    [
      "a transaction on another customer's list",
      () => `update transactions set debit_account_id = ${bruno.accountId} where id = '${transfers[0]}'`,
      () =>
        new RegExp(
          `transaction ${transfers[0]} has ledger account ${alice.accountId} as its source, but is listed`,
        ),
    ],
    [
      'a kind',
      () => `update transactions set kind = 'pot_in' where id = '${transfers[0]}'`,
      () => new RegExp(`transaction ${transfers[0]} is a pot_in, but does not move money as one`),
    ],
    [
      'a kind that moves money between the same accounts',
      () =>
        `update transactions
            set kind = 'plain_transfer', beneficiary_name = null, beneficiary_account_number = null,
                beneficiary_bank_name = null, beneficiary_bank_address = null, beneficiary_swift_code = null,
                beneficiary_routing_number = null
          where id = '${transfers[0]}'`,
      () => /batch \d of writer [-0-9a-f]+ does not have the hash of what it wrote/,
    ],
    [
      'a kind that this version does not know',
      () => `update transactions set kind = 'nonsense' where id = '${transfers[0]}'`,
      () => new RegExp(`transaction ${transfers[0]} is a nonsense, but does not move money as one`),
    ],
    [
      'a detail',
      () => `update transactions set debit_detail = 'Rent' where id = '${transfers[0]}'`,
      () => /batch \d of writer [-0-9a-f]+ does not have the hash of what it wrote/,
    ],
    [
      'a beneficiary',
      () => `update transactions set beneficiary_account_number = '6666666666' where id = '${transfers[0]}'`,
      () =>
        new RegExp(
          `batch 2 of writer [-0-9a-f]+ does not have the hash of what it wrote: posting ${transfers[0]}`,
        ),
    ],
    [
      'a part of a beneficiary, on a funding',
      () => `update transactions set beneficiary_account_number = '6666666666' where kind = 'funding'`,
      () => /is a funding, but does not move money as one/,
    ],
    [
      'who made a transaction',
      () => `update transactions set made_by = gen_random_uuid() where id = '${transfers[0]}'`,
      () => new RegExp(`transaction ${transfers[0]} was made by [-0-9a-f]+, its first posting by`),
    ],
    [
      'who made a posting and its transaction',
      () => `with other as (select gen_random_uuid() as id),
                  posting as (update postings set made_by = other.id from other where postings.id = '${transfers[0]}')
             update transactions set made_by = other.id from other where transactions.id = '${transfers[0]}'`,
      () =>
        new RegExp(
          `batch 2 of writer [-0-9a-f]+ does not have the hash of what it wrote: posting ${transfers[0]}`,
        ),
    ],
    [
      'a transfer made smaller everywhere at once',
      () => `update transactions set amount_minor = 900 where id = '${transfers[0]}';
             update postings set amount_minor = 900 where id = '${transfers[0]}';
             update entries set amount_minor = sign(amount_minor) * 900 where posting_id = '${transfers[0]}';
             update entries e set balance_minor = sums.balance from (
               select ledger_account_id, seq, sum(amount_minor) over (partition by ledger_account_id order by seq) as balance
                 from entries) as sums
              where (sums.ledger_account_id, sums.seq) = (e.ledger_account_id, e.seq);
             update ledger_accounts l set balance_minor = (
               select coalesce(sum(amount_minor), 0) from entries where ledger_account_id = l.id)`,
      () => /batch \d of writer [-0-9a-f]+ does not have the hash of what it wrote/,
    ],
    [
      'a batch taken out of the middle',
      () => 'delete from batches where batch_no = 2',
      () => /batch 3 of writer [-0-9a-f]+ follows batch 1/,
    ],
    [
      'a batch taken off the end',
      () =>
        'delete from batches b where batch_no = (select max(batch_no) from batches where writer_id = b.writer_id)',
      () => /batch \d of writer [-0-9a-f]+ is missing, but has postings/,
    ],
    [
      'all batches of the first writer',
      () => 'delete from batches where writer_id = (select writer_id from batches order by 1 limit 1)',
      () => /batch 1 of writer [-0-9a-f]+ is missing, but has postings/,
    ],
    [
      'all batches of the last writer',
      () => 'delete from batches where writer_id = (select writer_id from batches order by 1 desc limit 1)',
      () => /batch 1 of writer [-0-9a-f]+ is missing, but has postings/,
    ],
    [
      'a hash',
      () => "update batches set hash = sha256('anything') where batch_no = 1",
      () => /batch 1 of writer [-0-9a-f]+ does not have the hash of what it wrote/,
    ],
    [
      'what the audit log says',
      () => "update audit_events set action = 'nothing' where seq = 2",
      () => /audit event 2 does not have the hash of what it says/,
    ],
    [
      'an audit event taken out of the middle',
      () => 'delete from audit_events where seq = 2',
      () => /audit event 3 follows event 1/,
    ],
    [
      'an audit event taken off the end',
      () => 'delete from audit_events where seq = 3',
      () => /the audit log ends with event 2, but was written up to event 3/,
    ],
  ]
  for (const [what, tamper, fault] of cases) {
    test(what, async () => {
      await owner.query(tamper())
      const { broken } = await checkBooks(owner, () => {}, [beside])
      expect(broken?.fault).toMatch(fault())
      expect(broken?.invariant).not.toBe('')
      // The sum of all balances is no row.
      const hasRow = !/add up to/.test(broken!.fault)
      expect(await findRowTime(owner, broken!.fault)).toEqual(hasRow ? expect.any(Date) : undefined)
      for (const rowsMax of [1, 5]) {
        expect((await checkBooksInSlices(beside, rowsMax)).broken).toEqual(broken)
        await beside.query('rollback')
      }
    })
  }
})

const ofAlice = () => `ledger_account_id = ${alice.accountId}`
const account = (fault: string) => new RegExp(`^ledger account ${alice.accountId} ${fault}`)
const entry = (seq: number, fault: string) =>
  new RegExp(`^entry ${seq} of ledger account ${alice.accountId} ${fault}`)

const tables =
  'ledger_accounts accounts transactions postings entries batches no_op_changes holds audit_events audit_head'.split(
    ' ',
  )

/** Copies every row, and disables the triggers for this session. */
async function keepAside(): Promise<void> {
  await owner.query('create schema kept; set session_replication_role = replica')
  await owner.query('alter table ledger_accounts drop constraint balance_not_below_floor')
  for (const table of tables) await owner.query(`create table kept.${table} as table public.${table}`)
}

async function putBack(): Promise<void> {
  for (const table of tables) {
    await owner.query(
      `delete from ${table}; insert into ${table} overriding system value table kept.${table}`,
    )
  }
}
