import pg from 'pg'
import type { DatabaseAddress } from '../src/postgres/database-address.ts'

/** Ends every connection to a database from the server's side, as a restart of the server would. */
export async function cutConnections(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
  } finally {
    await client.end()
  }
}
