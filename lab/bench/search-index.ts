import type { connectOnce } from '@bank/server/postgres/connect-once'

type Client = Awaited<ReturnType<typeof connectOnce>>

/** Drops the index that users are searched by, without which many are written sooner. Gives what makes it again. */
export async function dropSearchIndex(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition
       from pg_indexes
      where tablename = 'users' and indexdef like '%gin%'`,
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return async () => {
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const { definition } of rows) await client.query(definition)
  }
}
