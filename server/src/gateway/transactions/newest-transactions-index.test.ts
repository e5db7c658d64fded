import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/bank.ts'
import { connectOnce } from '../../postgres/connect-once.ts'
import { createNewestTransactionsIndex } from './newest-transactions-index.ts'
import { readSidePage } from './transaction-side.ts'

let bank: TestBank
let asOwner: Awaited<ReturnType<typeof connectOnce>>
beforeAll(async () => {
  bank = await openTestBank()
  asOwner = await connectOnce(bank.ownerAddress)
})
beforeEach(() => asOwner.query('drop index if exists transactions_newest_of_a_status'))
afterAll(async () => {
  await asOwner.end()
  await bank.close()
})

async function indexes(): Promise<string[]> {
  const { rows } = await asOwner.query<{ indexname: string }>(
    `select indexname from pg_indexes where tablename = 'transactions' and indexname ~ 'newest'`,
  )
  return rows.map(({ indexname }) => indexname)
}

test('the index is created once by programs that start at the same time, and again it is left as it is', async () => {
  await Promise.all([1, 2, 3].map(() => createNewestTransactionsIndex(bank.ownerAddress)))
  await createNewestTransactionsIndex(bank.ownerAddress)
  expect(await indexes()).toEqual(['transactions_newest_of_a_status'])
})

test('the program’s login finds that the index is there, and may not create it', async () => {
  await expect(createNewestTransactionsIndex(bank.programAddress)).rejects.toThrow(
    'The index that GATEWAY_PROJECT needs could not be created: must be owner of table transactions. Set DATABASE_OWNER_URL.',
  )
  await createNewestTransactionsIndex(bank.ownerAddress)
  await createNewestTransactionsIndex(bank.programAddress)
  expect(await indexes()).toHaveLength(1)
})

test('a list of all transactions has the same rows with the index and without it', async () => {
  const selection = { accountId: undefined, order: 'newest_first', limit: 25, offset: 0 } as const
  const without = await readSidePage(bank.bank.db, selection)
  await createNewestTransactionsIndex(bank.ownerAddress)
  expect(await readSidePage(bank.bank.db, selection)).toEqual(without)
  expect(without.sides.length).toBeGreaterThan(0)
})
