import { randomBytes } from 'node:crypto'
import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabasePlace } from '@bank/server/postgres/database-address'
import { type BankProcess, startBank } from './bank-process.ts'
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
  /** With nothing but a funding. */
  readonly fresh: readonly Person[]
}

/** How many customers of each kind. */
export type Wanted = { readonly ordinary: number; readonly long?: readonly number[]; readonly fresh?: number }

/** How many entries a customer of each kind brings to the books, those of the bank's own accounts included. */
export const entriesOf = { ordinary: 892, fresh: 2 }

/** Opens a bank on the empty database. */
export async function openHistoryBank(
  { place, url }: { place: DatabasePlace; url: string },
  { ordinary, long = [], fresh = 0 }: Wanted,
  closing: Closing,
): Promise<HistoryBank> {
  const secretKey = randomBytes(32).toString('hex')
  const count = ordinary + long.length + fresh
  const people = await seedPeople(place, { count, secretKey })
  const transactionsOf = (index: number) => (index < ordinary ? 250 : (long[index - ordinary] ?? 1))
  const entries = await makeHistory(
    place,
    people.map((person, index) => ({ ...person, transactions: transactionsOf(index) })),
    console.log,
  )
  await settle(place)
  const bank = await startBank({ databaseUrl: url, secretKey, profile: undefined }, closing)
  return {
    ...{ bank, entries },
    ordinary: people.slice(0, ordinary),
    long: people.slice(ordinary, ordinary + long.length),
    fresh: people.slice(ordinary + long.length),
  }
}

/** What the database does by itself in the course of a day; and whoever has waited for it is still signed in. */
export async function settle(place: DatabasePlace): Promise<void> {
  const client = await connectOnce(place)
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.query('update sessions set signed_in_at = now(), last_seen_at = now()')
  await client.end()
}
