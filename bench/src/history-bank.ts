import { randomBytes } from 'node:crypto'
import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabasePlace } from '@bank/server/postgres/place'
import { type BankProcess, startBank } from './bank-process.ts'
import { openBenchmarkDatabase } from './benchmark-database.ts'
import type { Closing } from './closing.ts'
import { makeHistory } from './made-history.ts'
import { type Person, seedPeople } from './seed.ts'

/** A bank whose customers have a year behind them. */
export type HistoryBank = {
  readonly bank: BankProcess
  readonly entries: number
  /** With 250 transactions each, about 20 a month. */
  readonly ordinary: readonly Person[]
  /** With as many transactions as wished, in the order of the wishes. */
  readonly long: readonly Person[]
}

/** Opens a bank with so many ordinary customers, and one more for each length of a long history. */
export async function openHistoryBank(
  { ordinary, long }: { ordinary: number; long: readonly number[] },
  closing: Closing,
): Promise<HistoryBank> {
  const database = await openBenchmarkDatabase(closing)
  const secretKey = randomBytes(32).toString('hex')
  const people = await seedPeople(database.bank, { count: ordinary + long.length, secretKey })
  const entries = await makeHistory(
    database.bank,
    people.map((person, index) => ({ ...person, transactions: long[index - ordinary] ?? 250 })),
  )
  await settle(database.bank)
  const bank = await startBank({ databaseUrl: database.url, secretKey, profile: undefined }, closing)
  return { bank, entries, ordinary: people.slice(0, ordinary), long: people.slice(ordinary) }
}

/** What the database does by itself in the course of a day; and whoever has waited for it is still signed in. */
async function settle(place: DatabasePlace): Promise<void> {
  const client = await connectOnce(place)
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.query('update sessions set signed_in_at = now(), last_seen_at = now()')
  await client.end()
}
