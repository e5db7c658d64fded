import type { Connection } from './database.ts'

// All of a long absence at once would keep others waiting.
const atOnceMax = 500

/**
 * Deletes rows whose `column` is before a moment, the oldest first, and says how many. Rows that another process has locked
 * are left to it, and those for which the condition `keep` is true (`old` is the row) are left alone.
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
