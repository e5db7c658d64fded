import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { hashPin } from '@bank/server/books/pin'
import { deriveKeys } from '@bank/server/keys/derive-keys'
import { onOneConnection } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'
import { newSessionToken, sessionKeyOf } from '@bank/server/sessions/session'

/** A signed-in customer. */
export type Customer = {
  /** The session's cookie. */
  readonly token: string
  readonly pin: string
}

export type SeededCustomer = Customer & { readonly userId: string; readonly accountId: bigint }

/**
 * Inserts customers with a session, a PIN and an active account that may be overdrawn by $1,000,000.00, more than a run can send:
 * so no postings are needed, whose form depends on the version.
 */
export async function seedCustomers(
  place: DatabaseAddress,
  { count, secretKey }: { count: number; secretKey: string },
): Promise<SeededCustomer[]> {
  const { pinKey } = deriveKeys(secretKey)
  return onOneConnection(place, async (client) => {
    const { rows } = await client.query<{ id: bigint }>(insertLedgerAccounts, [count])
    const customers = rows.map(({ id }, index) => ({
      accountId: id,
      userId: randomUUID(),
      pin: String(randomInt(10_000)).padStart(4, '0'),
      token: newSessionToken(),
      email: `${index}@b.example`,
      number: String(1_000_000_000 + index),
      salt: randomBytes(16),
    }))
    const column = <Key extends keyof (typeof customers)[number]>(key: Key) =>
      customers.map((one) => one[key])
    await client.query(insertUsers, [column('userId'), column('email')])
    await client.query(insertAccounts, [column('accountId'), column('userId'), column('number')])
    const hashes = customers.map(({ salt, pin }) => hashPin(pinKey.current, salt, pin))
    await client.query(insertPins, [column('userId'), column('salt'), hashes])
    await client.query(insertSessions, [column('token').map(sessionKeyOf), column('userId')])
    await client.query('analyze')
    return customers.map(({ userId, accountId, token, pin }) => ({ userId, accountId, token, pin }))
  })
}

const insertLedgerAccounts = `
  insert into ledger_accounts (kind, currency, floor_minor)
  select 'customer', 'USD', -100000000 from generate_series(1, $1::int)
  returning id`

const insertUsers = `
  insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country,
                     street, city, state, zip, created_at)
  select id, email, 'Benchmark Customer', 'no password has this hash', now(), '5550100100', 'others', 'employed',
         'United States', '1 Main Street', 'Springfield', 'Illinois', '62701', now()
    from unnest($1::uuid[], $2::text[]) as n (id, email)`

const insertAccounts = `
  insert into accounts (id, user_id, number, type, currency, is_active, activated_at, opened_at)
  select id, user_id, number, 'checking', 'USD', true, now(), now()
    from unnest($1::bigint[], $2::uuid[], $3::text[]) as n (id, user_id, number)`

const insertPins = `
  insert into pins (user_id, salt, hash)
  select * from unnest($1::uuid[], $2::bytea[], $3::bytea[])`

const insertSessions = `
  insert into sessions (token_hash, user_id, signed_in_at, last_seen_at, network, browser)
  select decode(key, 'hex'), user_id, now(), now(), '127.0.0.0', 'Other'
    from unnest($1::text[], $2::uuid[]) as n (key, user_id)`
