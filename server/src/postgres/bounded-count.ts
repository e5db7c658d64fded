import type { Connection } from './database.ts'

/** How many rows were counted, and whether these are all. */
export type Counted = { readonly count: number; readonly isAll: boolean }

/** A count that ended at more than `max`. */
export function counted(count: number, max: number): Counted {
  return count > max ? { count: max, isAll: false } : { count, isAll: true }
}

/** A count as the answers of lists have it. */
export function totalOf({ count, isAll }: Counted): { total: number | null; atLeast: number } {
  return { total: isAll ? count : null, atLeast: count }
}

/** Whether a query returns fewer rows than `max`. */
export async function hasFewer(
  db: Connection,
  selection: string,
  max: number,
  values: unknown[] = [],
): Promise<boolean> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from (select from ${selection} limit ${max}) counted`,
    values,
  )
  return rows[0]!.count < max
}
