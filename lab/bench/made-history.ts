import { randomUUID } from 'node:crypto'
import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabasePlace } from '@bank/server/postgres/database-address'

/** Whose history is made, and how long it is. */
export type Owner = {
  readonly accountId: bigint
  readonly userId: string
  /** How many transactions: each is one entry on the owner's account. */
  readonly transactions: number
}

/**
 * Writes a year's history of each owner, whose accounts have none yet, inside PostgreSQL, and gives the number of entries. Every
 * fifth transaction is a funding, the others go to other banks; all but the latest few have arrived. Every row is as
 * the books write it: entries numbered without gaps in the order of their time, each with the balance after it, two for each
 * posting, money where the status says, everything adding up to nothing. One proof is not made: the hash chain, which
 * the program computes batch by batch. `say` hears how far it is: ten million entries take minutes.
 */
export async function makeHistory(
  place: DatabasePlace,
  owners: readonly Owner[],
  say: (line: string) => void,
): Promise<number> {
  const client = await connectOnce(place)
  try {
    await client.query(
      `set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    )
    const writerId = randomUUID()
    await client.query(`insert into writers (id, started_at) values ($1, now() - interval '360 days')`, [
      writerId,
    ])
    await chooseTransactions(client, owners)
    const restoreIndexes = await dropIndexes(client)
    const told = ({ rowCount }: { rowCount: number | null }, what: string) => {
      say(`  ${(rowCount ?? 0).toLocaleString('en-US')} ${what}`)
      return rowCount ?? 0
    }
    told(await client.query(insertTransactions), 'transactions')
    told(await client.query(insertPostings, [writerId]), 'postings')
    const entries = told(await client.query(insertEntries, [writerId]), 'entries')
    await restoreIndexes()
    told(await client.query(updateBalances), 'balances; indexes made')
    await client.query('drop table made')
    return entries
  } finally {
    await client.end()
  }
}

type Client = Awaited<ReturnType<typeof connectOnce>>

async function chooseTransactions(client: Client, owners: readonly Owner[]): Promise<void> {
  await client.query(
    `create unlogged table made as
     select account_id, user_id, gen_random_uuid() as id, gen_random_uuid() as change_id,
            k % 5 = 1 as is_funding,
            k % 5 <> 1 and k <= transactions - 4 as has_arrived,
            -- The four transfers after a funding never come to more than it.
            case when k % 5 = 1 then 50000 else 100 + (k * 37 + account_id) % 9000 end::bigint as amount_minor,
            now() - interval '360 days' + k * (interval '359 days' / transactions)
              + account_id % 997 * interval '1 millisecond' as created_at
       from unnest($1::bigint[], $2::uuid[], $3::int[]) as owner (account_id, user_id, transactions),
            generate_series(1, transactions) as k`,
    [
      owners.map(({ accountId }) => accountId),
      owners.map(({ userId }) => userId),
      owners.map(({ transactions }) => transactions),
    ],
  )
}

/** Filling a table is faster without the indexes that are no promise. Gives what makes them again. */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition
       from pg_indexes
      where tablename in ('transactions', 'postings', 'entries') and indexname not like '%_pkey'`,
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

const own = `
  (select id from ledger_accounts where kind = 'settlement' and currency = 'USD') as settlement (id),
  (select id from ledger_accounts where kind = 'in_transit' and currency = 'USD') as in_transit (id)`

const insertTransactions = `
  insert into transactions
    (id, source_ledger_account_id, destination_ledger_account_id, in_transit_ledger_account_id, debit_account_id,
     credit_account_id, currency, amount_minor, debit_description, credit_description, status, first_status,
     beneficiary_name, beneficiary_account_number, beneficiary_bank_name, beneficiary_bank_address,
     beneficiary_swift_code, beneficiary_routing_number, made_by, created_at)
  select made.id,
         case when is_funding then settlement.id else account_id end,
         case when is_funding then account_id else settlement.id end,
         in_transit.id,
         case when not is_funding then account_id end,
         case when is_funding then account_id end,
         'USD', amount_minor,
         case when not is_funding then 'Transfer to Erik Holm, 9876543210, Northern Savings, 1 Quay Road, Oslo, SWIFT '
           || 'DNBANOKK, routing NO9386011117947' end,
         case when is_funding then 'Account funded' end,
         case when is_funding or has_arrived then 'success' else 'pending' end,
         case when is_funding then 'success' else 'pending' end,
         case when not is_funding then 'Erik Holm' end,
         case when not is_funding then '9876543210' end,
         case when not is_funding then 'Northern Savings' end,
         case when not is_funding then '1 Quay Road, Oslo' end,
         case when not is_funding then 'DNBANOKK' end,
         case when not is_funding then 'NO9386011117947' end,
         user_id, created_at
    from made, ${own}
   order by created_at`

const insertPostings = `
  insert into postings
    (id, transaction_id, status, debit_ledger_account_id, credit_ledger_account_id, amount_minor, made_by, booked_at,
     writer_id, batch_no, position)
  select movement.*, $1, 1, row_number() over (order by booked_at)
    from (
      select made.id, made.id, case when is_funding then 'success' else 'pending' end,
             case when is_funding then settlement.id else account_id end,
             case when is_funding then account_id else in_transit.id end,
             amount_minor, user_id, created_at as booked_at
        from made, ${own}
      union all
      select change_id, made.id, 'success', in_transit.id, settlement.id, amount_minor, user_id,
             created_at + interval '1 hour'
        from made, ${own}
       where has_arrived
    ) movement
   order by booked_at`

const insertEntries = `
  insert into entries (ledger_account_id, seq, amount_minor, balance_minor, posting_id, booked_at)
  select ledger_account_id, row_number() over in_order, amount_minor, sum(amount_minor) over in_order, posting_id,
         booked_at
    from (
      select debit_ledger_account_id as ledger_account_id, -amount_minor as amount_minor, id as posting_id, booked_at,
             position
        from postings
       where writer_id = $1
      union all
      select credit_ledger_account_id, amount_minor, id, booked_at, position
        from postings
       where writer_id = $1
    ) side
  window in_order as (partition by ledger_account_id order by position rows unbounded preceding)`

const updateBalances = `
  update ledger_accounts account
     set balance_minor = last.balance_minor, entry_seq = last.seq, version = 1, last_booked_at = last.booked_at
    from ledger_accounts which,
         lateral (
           select seq, balance_minor, booked_at
             from entries
            where ledger_account_id = which.id
            order by seq desc
            limit 1
         ) last
   where account.id = which.id`
