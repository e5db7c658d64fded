import { interpret, type NaiveBank } from '@bank/ledger/test/naive-interpreter'
import { statuses } from '@bank/ledger/transaction-status'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Customer,
  changeStatus,
  funding,
  openCustomer,
  pinKey,
  transferInside,
  transferOut,
} from '../../test/books-people.ts'
import { openTestDatabase, type TestDatabase, timeoutFactor } from '../../test/database.ts'
import { emptyBank } from '../../test/empty-bank.ts'
import { type Answer, openWitnessedLane, runInLaneProcess } from '../../test/witnessed-lane.ts'
import { connectOnce } from '../postgres/connect-once.ts'
import { openBooks } from './books.ts'
import { checkBooks } from './check/check-books.ts'
import { commandOf, type Instruction } from './instruction.ts'
import { readInternalAccounts } from './internal-accounts.ts'

let bank: TestDatabase
let customers: Customer[]
let internalAccounts: Awaited<ReturnType<typeof readInternalAccounts>>
beforeAll(async () => {
  bank = await openTestDatabase()
  internalAccounts = await readInternalAccounts(bank.db)
  customers = await Promise.all([
    ...[1, 2, 3, 4].map(() => openCustomer(bank.db)),
    ...[1, 2].map(() => openCustomer(bank.db, { currency: 'EUR' })),
    openCustomer(bank.db, { isActive: false }),
  ])
})
afterAll(() => bank?.close())

test('five concurrent lanes of three processes give the same result as the naive interpreter', async () => {
  const groups = groupsOfWork(5)
  const lanes = await Promise.all(
    [0, 1, 2].map(() =>
      openWitnessedLane((clock) =>
        openBooks({ db: bank.db, pinKey, timeoutFactor, clock, isStriped: false }),
      ),
    ),
  )
  const answers = await Promise.all([
    ...lanes.map(async (lane, index) => {
      const answers: Answer[] = []
      for (const group of groups[index]!) answers.push(...(await lane.submitAll(group)))
      await lane.close()
      return answers
    }),
    runInLaneProcess({ address: bank.programAddress, groups: groups[3]!, timeoutFactor }),
    runInLaneProcess({ address: bank.programAddress, groups: groups[4]!, timeoutFactor }),
  ])
  const inOrder = answers.flat().sort((a, b) => a.decidedAt - b.decidedAt || a.turn - b.turn)

  const clerk = emptyBank(internalAccounts, customers)
  for (const { instruction, outcome, decidedAt } of inOrder) {
    const command = commandOf({ instruction, attempt: '' }, (userId, pin) => customerOf(userId)?.pin === pin)
    expect(outcome).toEqual(interpret(clerk, command, decidedAt))
  }
  expect(await readStoredEntries()).toEqual(entriesOf(clerk))
  expect(await readStoredStatuses()).toEqual(
    new Map([...clerk.transactions].map(([id, { status }]) => [id, status])),
  )
  expect(await readStoredPins()).toEqual(
    new Map([...clerk.senders].map(([userId, { wrongCount }]) => [userId, wrongCount])),
  )
  expect(await violatedInvariant()).toBeNull()
  // Every kind of answer occurred.
  expect([...new Set(answers.flat().map(kindOf))].sort()).toEqual([
    'account_inactive',
    'already so',
    'balance_insufficient',
    'currency_different',
    'id_reused',
    'limit_exceeded',
    'moved',
    'pin_incorrect',
    'pin_locked',
    'replayed',
    'transaction_missing',
  ])
})

function kindOf({ outcome }: Answer): string {
  if ('refusal' in outcome) return outcome.refusal.code
  return outcome.moved ? 'moved' : outcome.replayed ? 'replayed' : 'already so'
}

/** The same work in each run, in groups that are submitted together. The order in which the lanes compete differs. */
function groupsOfWork(lanes: number): Instruction[][][] {
  const amountMinor = fc.oneof(fc.bigInt(1n, 30_00n), fc.constantFrom(50_00n, 300_000_00n))
  const id = fc.integer({ min: 1, max: 150 }).map(uuid)
  const changeId = fc.oneof(fc.integer({ min: 1_001, max: 1_060 }).map(uuid), id)
  const customer = fc.integer({ min: 0, max: 6 }).map((index) => customers[index]!)
  const slip = fc.integer({ min: 1, max: 10 })
  const banks = { internalAccounts }

  // An id has one route, as when it is read from the transaction; amounts may differ.
  const opening = fc.record({ id, amountMinor, slip }).map((each) => {
    const chosen = Number(each.id.slice(-6))
    const from = customers[chosen % 7]!
    const to = customers[Math.floor(chosen / 7) % 7]!
    if (chosen % 3 === 0) return funding(banks, from, each.amountMinor, each.id)
    // The first customer sometimes enters a wrong PIN.
    const isWrong = each.slip <= (chosen % 7 === 0 ? 8 : 1)
    const details = { id: each.id, pin: isWrong ? '0000' : from.pin }
    return chosen % 3 === 1 || from === to
      ? transferOut(banks, from, each.amountMinor, details)
      : transferInside(banks, from, to, each.amountMinor, details)
  })
  const change = fc
    .record({ opening, status: fc.constantFrom(...statuses), changeId })
    .map((each) => changeStatus(each.opening, each.status, each.changeId))
  const moneyIn = fc
    .record({ customer, amountMinor, id: fc.uuid() })
    .map((each) => funding(banks, each.customer, each.amountMinor, each.id))
  const instruction: fc.Arbitrary<Instruction> = fc.oneof(
    { weight: 5, arbitrary: opening },
    { weight: 3, arbitrary: change },
    { weight: 1, arbitrary: moneyIn },
  )
  const group = fc.array(instruction, { minLength: 1, maxLength: 12 })
  const work = fc.array(group, { minLength: 25, maxLength: 25, size: 'max' })
  return fc.sample(work, { numRuns: lanes, seed: 20_261_121 })
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`
}

function customerOf(userId: string): Customer | undefined {
  return customers.find((each) => each.userId === userId)
}

function entriesOf(clerk: NaiveBank) {
  return [...clerk.accounts]
    .sort(([a], [b]) => Number(a - b))
    .flatMap(([id, { entries }]) =>
      entries.map((entry, index) => ({ ledgerAccountId: id, seq: BigInt(index + 1), ...entry })),
    )
}

async function violatedInvariant() {
  const connection = await connectOnce(bank.ownerAddress)
  const { broken } = await checkBooks(connection, () => {})
  await connection.end()
  return broken
}

async function readStoredEntries() {
  const { rows } = await bank.db.query(
    `select ledger_account_id as "ledgerAccountId", seq, amount_minor as "amountMinor",
            balance_minor as "balanceMinor", posting_id as "postingId", booked_at as "bookedAt"
       from entries order by ledger_account_id, seq`,
  )
  return rows.map((row) => ({ ...row, bookedAt: row.bookedAt.getTime() }))
}

async function readStoredStatuses() {
  const { rows } = await bank.db.query('select id, status from transactions')
  return new Map(rows.map(({ id, status }) => [id, status]))
}

async function readStoredPins() {
  const { rows } = await bank.db.query('select user_id, wrong_count from pins')
  return new Map(rows.map((row) => [row.user_id, row.wrong_count]))
}
