import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabasePlace } from '@bank/server/postgres/database-address'
import { dropSearchIndex } from './search-index.ts'

/** Writes so many more users with an account each, inside PostgreSQL, one a minute into the past. The bank's tables are there. */
export async function makeUsers(place: DatabasePlace, count: number): Promise<void> {
  const client = await connectOnce(place)
  try {
    await client.query(
      `set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    )
    const restoreSearchIndex = await dropSearchIndex(client)
    await client.query(
      `with made as (
         insert into ledger_accounts (kind, currency, floor_minor)
         select 'customer', 'USD', 0 from generate_series(1, $1::int)
         returning id
       )
       select id, gen_random_uuid() as user_id, (row_number() over ())::int as n into temporary made_users from made`,
      [count],
    )
    await client.query(
      `insert into users (id, email, name, password_hash, password_set_at, phone, gender, employment_status, country,
                          street, city, state, zip, created_at)
       select user_id, first || '.' || last || n || '@' || domain, initcap(first || ' ' || last), 'nobody signs in',
              now(), '5550100100', 'others', 'employed', 'United States', '1 Main Street', 'Springfield', 'Illinois',
              '62701', now() - n * interval '1 minute'
         from made_users,
              lateral (
                select (array['anna', 'boris', 'carla', 'dmitri', 'erik', 'fatima', 'george', 'hana'])[1 + n % 8] as first,
                       (array['moreno', 'smith', 'novak', 'okafor', 'quinn', 'tanaka', 'weber'])[1 + n % 7] as last,
                       (array['example.com', 'mail.example', 'post.example'])[1 + n % 3] as domain
              ) part`,
    )
    await client.query(
      `insert into accounts (id, user_id, number, type, currency, is_active, activated_at, opened_at)
       select id, user_id, (2000000000 + n::bigint * 7919 % 7000000000)::text, 'checking', 'USD', true, now(), now()
         from made_users`,
    )
    await restoreSearchIndex()
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Makes a signed-in customer an administrator who has just entered the passcode. */
export async function makeElevatedAdministrator(place: DatabasePlace, userId: string): Promise<void> {
  const client = await connectOnce(place)
  await client.query(`update users set role = 'administrator' where id = $1`, [userId])
  await client.query(
    `update sessions
        set signed_in_at = now(), last_seen_at = now(), lifted_at = now(), lifted_seen_at = now()
      where user_id = $1`,
    [userId],
  )
  await client.end()
}
