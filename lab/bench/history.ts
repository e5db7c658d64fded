import { randomBytes, randomUUID } from 'node:crypto'
import type { SealedPosting } from '@bank/ledger/sealed-text'
import { sealedPostingOf, sealedPostingsByBatch } from '@bank/server/books/check/sealed-postings'
import { firstLink, type Link, seal } from '@bank/server/books/seal'
import { onOneConnection } from '@bank/server/postgres/connect-once'
import type { DatabaseAddress } from '@bank/server/postgres/database-address'
import { migrate } from '@bank/server/postgres/migrate'
import type pg from 'pg'
import { query } from './database.ts'
import { type SeededCustomer, seedCustomers } from './seed.ts'

export type History = {
  readonly secretKey: string
  readonly customers: readonly SeededCustomer[]
}

// About 20 transactions a month. Their entries include those of the bank's accounts.
const transactionsOfEach = 250
const entriesOfEach = 894

/**
 * Fills an empty database with customers, each with 250 transactions in the last year, of about so many entries together. Every fifth is a
 * funding, the others go to other banks; all but the last few have succeeded. Rows are as the books write them, with the hash chain of
 * one writer, and no account is overdrawn: check-books accepts these books.
 */
export async function makeHistory(place: DatabaseAddress, entries: number): Promise<History> {
  await migrate(place)
  const secretKey = randomBytes(32).toString('hex')
  const count = Math.max(1, Math.round(entries / entriesOfEach))
  const customers = await seedCustomers(place, { count, secretKey })
  await writeHistory(place, customers, transactionsOfEach)
  await query(place, 'vacuum (analyze)')
  await query(place, 'checkpoint')
  // Creating the rows may take longer than a session lasts.
  await query(place, 'update sessions set signed_in_at = now(), last_seen_at = now()')
  return { secretKey, customers }
}

/** Writes so many transactions of each customer into books that have none. */
export function writeHistory(place: DatabaseAddress, customers: readonly SeededCustomer[], ofEach: number) {
  return onOneConnection(place, async (client) => {
    await client.query(
      `set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off;
       update accounts set opened_at = now() - interval '361 days'; update users set created_at = now() - interval '361 days'`,
    )
    const writerId = randomUUID()
    await client.query(`insert into writers (id, started_at) values ($1, now() - interval '360 days')`, [
      writerId,
    ])
    await client.query(createChosen, [
      customers.map(({ accountId }) => accountId),
      customers.map(({ userId }) => userId),
      ofEach,
    ])
    const restoreIndexes = await dropIndexes(client, ['transactions', 'postings', 'entries'])
    await client.query(insertTransactions)
    await client.query(insertPostings, [writerId, postingsOfBatch])
    await client.query(insertEntries, [writerId])
    await restoreIndexes()
    await client.query(updateBalances)
    await client.query('drop table chosen')
    await client.query('analyze transactions, postings, entries')
    await sealPostings(client, writerId)
  })
}

// As batches are under load: 64 connections at once fill them with about as many.
const postingsOfBatch = 25

/** Writes the hash chain of a writer whose postings are in the books. */
async function sealPostings(client: pg.Client, writerId: string): Promise<void> {
  await client.query('begin; set local cursor_tuple_fraction = 1')
  const postings = sealedPostingsByBatch(client)
  const links: Link[] = []
  let head = firstLink(writerId)
  for (let batch = await postings.next(); batch !== undefined; batch = await postings.next()) {
    const sealed: SealedPosting[] = []
    for await (const row of postings.take(batch)) sealed.push(sealedPostingOf(row))
    head = seal(head, sealed)
    links.push(head)
  }
  await client.query(insertBatches, [
    writerId,
    links.map(({ batchNo }) => batchNo),
    links.map(({ hash }) => hash),
  ])
  await client.query('commit')
}

/** Drops the indexes of tables that are no constraints, for faster inserts. Returns a function that creates them again. */
export async function dropIndexes(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition
       from pg_indexes
      where tablename = any ($1) and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

const givenNames =
  'Anna Erik Maria Jan Sofia Lukas Emma Peter Laura Omar Julia Tom Clara Ivan Nora Max Elif Hugo Amira Leo Paula Felix Ines Karl Mina Oskar Zoe Anton Lea Noah Ida Tim'
const familyNames =
  'Berg Holm Silva Novak Weber Costa Jansen Rossi Lind Moreau Keller Vogel Petrov Garcia Schmidt Olsen Dubois Kaya Marin Fischer Nagy Lopez Winter Sauer Bianchi Kowalski Haas Eriksson Yilmaz Brandt Ferrari Jung'

/** SQL for a name: some are frequent, and the last ones of both lists are rare. `random` is SQL for a number from 0 to 1. */
export function nameOf(random: string): string {
  const oneOf = (names: string) =>
    `(string_to_array('${names}', ' '))[1 + floor(32 * power(${random}, 2))::int]`
  return `${oneOf(givenNames)} || ' ' || ${oneOf(familyNames)}`
}

const createChosen = `
  create unlogged table chosen as
  select account_id, user_id, gen_random_uuid() as id, gen_random_uuid() as change_id,
         k % 5 = 1 as is_funding,
         -- Those that are pending are of the last twelve days.
         k % 5 <> 1 and k <= $3 - 3 as has_arrived,
         -- The four transfers after a funding never add up to more, and enough is left for the transfers of a run.
         case when k % 5 = 1 then 500000 else 100 + (k * 37 + account_id) % 9000 end::bigint as amount_minor,
         payees[1 + k % 40] as payee, (9000000000 + account_id * 40 + k % 40)::text as payee_number,
         -- The books write whole milliseconds.
         date_trunc('milliseconds', now() - interval '360 days' + k * (interval '352 days' / $3))
           + account_id % 997 * interval '600.001 seconds' as created_at
    from unnest($1::bigint[], $2::uuid[]) as owner (account_id, user_id),
         -- Each customer pays the same ones again.
         lateral (select array_agg(${nameOf('random()')}) from generate_series(1, 40) where account_id > 0) own (payees),
         generate_series(1, $3::int) as k`

const bankAccounts = `
  (select id from ledger_accounts where kind = 'settlement' and currency = 'USD') as settlement (id),
  (select id from ledger_accounts where kind = 'in_transit' and currency = 'USD' order by id limit 1) as in_transit (id)`

const insertTransactions = `
  insert into transactions
    (id, kind, source_ledger_account_id, destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id,
     credit_account_id, currency, amount_minor, status, first_status, beneficiary_name, beneficiary_account_number, beneficiary_bank_name, beneficiary_bank_address,
     beneficiary_swift_code, beneficiary_routing_number, made_by, created_at)
  select chosen.id, 'funding', settlement.id, account_id, in_transit.id, null::bigint, account_id, 'USD', amount_minor,
         'success', 'success', null, null, null, null, null, null, user_id, created_at
    from chosen, ${bankAccounts}
   where is_funding
  union all
  select chosen.id, 'transfer', account_id, settlement.id, in_transit.id, account_id, null, 'USD', amount_minor,
         case when has_arrived then 'success' else 'pending' end, 'pending',
         payee, payee_number, 'Northern Savings', '1 Quay Road, Oslo', 'DNBANOKK', 'NO9386011117947',
         user_id, created_at
    from chosen, ${bankAccounts}
   where not is_funding
   order by created_at`

const insertPostings = `
  insert into postings
    (id, transaction_id, status, debit_ledger_account_id, credit_ledger_account_id, amount_minor, made_by, booked_at,
     writer_id, batch_no, position)
  select movement.*, $1, (row_number() over in_order - 1) / $2::int + 1, (row_number() over in_order - 1) % $2::int + 1
    from (
      select chosen.id, chosen.id, case when is_funding then 'success' else 'pending' end,
             case when is_funding then settlement.id else account_id end,
             case when is_funding then account_id else in_transit.id end,
             amount_minor, user_id, created_at as booked_at
        from chosen, ${bankAccounts}
      union all
      select change_id, chosen.id, 'success', in_transit.id, settlement.id, amount_minor, user_id,
             created_at + interval '1 hour'
        from chosen, ${bankAccounts}
       where has_arrived
    ) movement
  window in_order as (order by booked_at rows unbounded preceding) order by booked_at`

const insertEntries = `
  insert into entries (ledger_account_id, seq, amount_minor, balance_minor, posting_id, booked_at)
  select ledger_account_id, row_number() over in_order, amount_minor, sum(amount_minor) over in_order, id, booked_at
    from (
      select debit_ledger_account_id as ledger_account_id, -amount_minor as amount_minor, id, booked_at, batch_no, position
        from postings
       where writer_id = $1
      union all
      select credit_ledger_account_id, amount_minor, id, booked_at, batch_no, position
        from postings
       where writer_id = $1
    ) side
  window in_order as (partition by ledger_account_id order by batch_no, position rows unbounded preceding) order by booked_at`

const updateBalances = `
  update ledger_accounts account
     set balance_minor = last.balance_minor, entry_seq = last.seq, version = 1, last_booked_at = last.booked_at,
         floor_minor = case kind when 'customer' then 0 end
    from (
      select distinct on (ledger_account_id) ledger_account_id, seq, balance_minor, booked_at
        from entries
       order by ledger_account_id, seq desc
    ) last
   where account.id = last.ledger_account_id`

const insertBatches = `
  insert into batches (writer_id, batch_no, hash)
  select $1, * from unnest($2::bigint[], $3::bytea[])`
