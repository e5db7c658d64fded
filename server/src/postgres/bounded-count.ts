import type { Connection } from './database.ts'
import type { Page } from './read-page.ts'

/** How many rows were counted, and whether these are all. */
export type Counted = { readonly count: number; readonly isAll: boolean }

/** What so many of `scanned` rows have is not counted further: their number is told as the least one. */
export const told = { scanned: 1_000, from: 5 } as const

/** A count that ended at more than `max`. */
export function counted(count: number, max: number): Counted {
  return count > max ? { count: max, isAll: false } : { count, isAll: true }
}

/** A count as the answers of lists have it, beside a page; a first page that is the last one says how many rows there are. */
export function totalOf(
  { count, isAll }: Counted,
  { rows, last }: Page<unknown>,
  { isFirst }: { isFirst: boolean },
): { total: number | null; atLeast: number } {
  if (isFirst && !last) return { total: rows.length, atLeast: rows.length }
  return { total: isAll ? count : null, atLeast: Math.max(count, rows.length + (last ? 1 : 0)) }
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
