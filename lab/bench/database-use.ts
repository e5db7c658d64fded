import { connectOnce } from '@bank/server/postgres/connect-once'
import type { DatabasePlace } from '@bank/server/postgres/database-address'
import { hundredthsBelow, memoryBelow } from './process-tree.ts'

/** What the database took while it was watched. */
export type DatabaseUse = {
  /** Of all its processes; not a number where the system does not tell (it does on Linux). */
  readonly processorSeconds: number
  /** Held by all its processes at the end, with what they share counted once. */
  readonly memoryBytes: number
  /** What the books' tables and their indexes have grown by, in bytes. */
  readonly tableBytes: number
  readonly indexBytes: number
  /** What was written to the log that a crash is recovered from, in bytes. */
  readonly logBytes: number
}

/** Watches the database from now until the function it gives is called. */
export async function watchDatabase(place: DatabasePlace): Promise<() => Promise<DatabaseUse>> {
  const before = await lookAt(place)
  const processorBefore = processorSeconds(before.postmaster)
  return async () => {
    const processorAfter = processorSeconds(before.postmaster)
    const after = await lookAt(place)
    return {
      processorSeconds: processorAfter - processorBefore,
      memoryBytes: memoryBelow(before.postmaster),
      tableBytes: Number(after.table_bytes - before.table_bytes),
      indexBytes: Number(after.index_bytes - before.index_bytes),
      logBytes: Number(after.log_bytes - before.log_bytes),
    }
  }
}

type Look = { postmaster: number; table_bytes: bigint; index_bytes: bigint; log_bytes: bigint }

async function lookAt(place: DatabasePlace): Promise<Look> {
  const client = await connectOnce(place)
  try {
    // The first line of its own file is the number of the process that has started all the others.
    const { rows } = await client.query<Look>(
      `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as postmaster,
              sum(pg_table_size(oid))::bigint as table_bytes, sum(pg_indexes_size(oid))::bigint as index_bytes,
              pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as log_bytes
         from pg_class
        where oid = any (array['transactions', 'postings', 'entries', 'batches', 'ledger_accounts']::regclass[])`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

function processorSeconds(postmaster: number): number {
  try {
    return hundredthsBelow(postmaster) / 100
  } catch {
    return Number.NaN
  }
}
