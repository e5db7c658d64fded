import type { Connection } from './database.ts'

// After a long pause, deleting everything at once would hold locks for too long.
const atOnceMax = 500

/**
 * Deletes rows whose `column` is before a moment, the oldest first, and returns their number. Skips rows that another process
 * has locked and rows that meet the SQL condition `keep`, in which `old` is the row.
 */
export async function deleteOldRows(
  db: Connection,
  {
    table,
    key = 'id',
    column,
    before,
    keep = 'false',
  }: { table: string; key?: string; column: string; before: Date; keep?: string },
): Promise<number> {
  const { rowCount } = await db.query({
    name: `delete-old-${table}`,
    text: `
      delete from ${table}
       where ${key} = any (array(
         select ${key} from ${table} old
          where ${column} < $1 and not (${keep})
          order by ${column}
          limit ${atOnceMax}
            for update skip locked))`,
    values: [before],
  })
  return rowCount ?? 0
}
