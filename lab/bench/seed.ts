import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { type Books, openBooks } from '@bank/server/books/books'
import { hashPin } from '@bank/server/books/pin'
import { deriveKeys } from '@bank/server/keys/derive-keys'
import { connectOnce } from '@bank/server/postgres/connect-once'
import { openDatabase } from '@bank/server/postgres/database'
import type { DatabasePlace } from '@bank/server/postgres/database-address'
import { migrate } from '@bank/server/postgres/migrate'
import { newSessionToken, sessionKeyOf } from '@bank/server/sessions/session'
import type { Customer } from './customer.ts'
import { dropSearchIndex } from './search-index.ts'

// $1,000,000.00 for each: more than any run can send.
const fundingMinor = 100_000_000n

// Two batches of the books: none waits for longer than they let anybody wait.
const fundedAtOnce = 1_024

type Seeded = { readonly count: number; readonly secretKey: string }

/** Makes the bank's tables and so many customers with a session, a PIN and money. */
export async function seedCustomers(place: DatabasePlace, seeded: Seeded): Promise<readonly Customer[]> {
  const people = await seedPeople(place, seeded)
  const db = await openDatabase(place)
  const books = await openBooks({ db, pinKey: deriveKeys(seeded.secretKey).pinKey })
  try {
    for (let from = 0; from < people.length; from += fundedAtOnce) {
      const some = people.slice(from, from + fundedAtOnce)
      await Promise.all(some.map(({ userId, accountId }) => fund(books, userId, accountId)))
    }
  } finally {
    await books.close()
    await db.end()
  }
  return people.map(({ token, pin }) => ({ token, pin }))
}

/** A customer with nothing on the account and nothing booked on it. */
export type Person = Customer & { readonly userId: string; readonly accountId: bigint }

/** Makes the bank's tables and so many customers with a session, a PIN and an active account without money. */
export async function seedPeople(place: DatabasePlace, { count, secretKey }: Seeded): Promise<Person[]> {
  await migrate(place)
  const { pinKey } = deriveKeys(secretKey)
  const customers = Array.from({ length: count }, (_, index) => newCustomer(index))
  // The bank's own connections give up on what takes seconds.
  const client = await connectOnce(place)
  try {
    const accountIds = await insertLedgerAccounts(client, count)
    const restoreSearchIndex = await dropSearchIndex(client)
    await insertPeople(client, customers)
    await restoreSearchIndex()
    await insertAccounts(client, customers, accountIds)
    await insertSecrets(client, customers, (salt, pin) => hashPin(pinKey.current, salt, pin))
    return customers.map(({ userId, token, pin }, index) => ({
      userId,
      token,
      pin,
      accountId: accountIds[index]!,
    }))
  } finally {
    await client.end()
  }
}

type Client = Awaited<ReturnType<typeof connectOnce>>

function newCustomer(index: number) {
  return {
    userId: randomUUID(),
    // Short: what users are searched by is made of every piece of it.
    email: `${index}@b.example`,
    number: String(1_000_000_000 + index),
    pin: String(randomInt(10_000)).padStart(4, '0'),
    salt: randomBytes(16),
    token: newSessionToken(),
  }
}

type NewCustomer = ReturnType<typeof newCustomer>

async function insertLedgerAccounts(client: Client, count: number): Promise<readonly bigint[]> {
  const { rows } = await client.query<{ id: bigint }>(
    `insert into ledger_accounts (kind, currency, floor_minor)
     select 'customer', 'USD', 0 from generate_series(1, $1::int)
     returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function insertPeople(client: Client, customers: readonly NewCustomer[]): Promise<void> {
  await client.query(
    `insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country,
                        street, city, state, zip, created_at)
     select id, email, 'Benchmark Customer', 'nobody signs in', now(), '5550100100', 'others', 'employed',
            'United States', '1 Main Street', 'Springfield', 'Illinois', '62701', now()
       from unnest($1::uuid[], $2::text[]) as n (id, email)`,
    [customers.map(({ userId }) => userId), customers.map(({ email }) => email)],
  )
}

async function insertAccounts(
  client: Client,
  customers: readonly NewCustomer[],
  accountIds: readonly bigint[],
): Promise<void> {
  await client.query(
    `insert into accounts (id, user_id, number, type, currency, is_active, activated_at, opened_at)
     select id, user_id, number, 'checking', 'USD', true, now(), now()
       from unnest($1::bigint[], $2::uuid[], $3::text[]) as n (id, user_id, number)`,
    [accountIds, customers.map(({ userId }) => userId), customers.map(({ number }) => number)],
  )
}

async function insertSecrets(
  client: Client,
  customers: readonly NewCustomer[],
  hashOf: (salt: Buffer, pin: string) => Buffer,
): Promise<void> {
  const userIds = customers.map(({ userId }) => userId)
  await client.query(
    `insert into pins (user_id, salt, hash)
     select * from unnest($1::uuid[], $2::bytea[], $3::bytea[])`,
    [userIds, customers.map(({ salt }) => salt), customers.map(({ salt, pin }) => hashOf(salt, pin))],
  )
  await client.query(
    `insert into sessions (token_hash, user_id, signed_in_at, last_seen_at, network, browser)
     select decode(key, 'hex'), user_id, now(), now(), '127.0.0.0', 'Other'
       from unnest($1::text[], $2::uuid[]) as n (key, user_id)`,
    [customers.map(({ token }) => sessionKeyOf(token)), userIds],
  )
}

async function fund(books: Books, userId: string, accountId: bigint): Promise<void> {
  const { settlement, inTransit } = books.internalAccounts.USD
  const outcome = await books.submit({
    kind: 'open_transaction',
    facts: {
      id: randomUUID(),
      route: { source: settlement, inTransit, destination: accountId },
      debitAccountId: null,
      creditAccountId: accountId,
      currency: 'USD',
      amountMinor: fundingMinor,
      debitDescription: null,
      creditDescription: 'Account funded',
      beneficiary: null,
      firstStatus: 'success',
      madeBy: userId,
    },
    limitMinor: fundingMinor,
    sender: null,
  })
  if ('refusal' in outcome) throw new Error(`A funding was refused: ${outcome.refusal.code}`)
}
