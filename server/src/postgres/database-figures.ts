import type { Connection } from './database.ts'

/** The size of the database on the server's disk. */
export async function readDatabaseBytes(db: Connection): Promise<number> {
  const { rows } = await db.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]!.bytes)
}

/**
 * How much of the log each standby, and the archive, has not yet confirmed, by the name of its replication slot. The server keeps that
 * much for it. A standby without a slot is seen by the superuser and monitors only. A slot of a backup under way is temporary, and has
 * a name of its own.
 */
export async function readReplicationLag(db: Connection): Promise<Map<string, number>> {
  const { rows } = await db.query<{ slot: string; bytes: number }>(
    `select slot_name::text as slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::double precision as bytes
       from pg_replication_slots
      where slot_type = 'physical' and not temporary and restart_lsn is not null
      order by slot_name`,
  )
  return new Map(rows.map(({ slot, bytes }) => [slot, bytes]))
}

/** Whether the last segment that the server tried to archive itself (`archive_mode`) failed. */
export async function isArchiverFailing(db: Pick<Connection, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ isFailing: boolean }>(
    `select current_setting('archive_mode') <> 'off'
        and (last_failed_time > coalesce(last_archived_time, '-infinity')) is true as "isFailing"
       from pg_stat_archiver`,
  )
  return rows[0]!.isFailing
}
