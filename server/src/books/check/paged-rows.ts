import type { QueryResultRow } from 'pg'
import type { Reader, Slice } from './check-result.ts'

// Large enough to make round trips negligible, small enough for memory.
const pageRows = 1_000

/**
 * The rows of a query, read in pages. Needs a database transaction, in which `name` is the cursor's. The next page is
 * fetched while one is processed.
 */
export async function* pagedRows<Row extends QueryResultRow>(
  connection: Reader,
  name: string,
  query: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row> {
  await connection.query(`declare ${name} no scroll cursor for ${query}`, [...values])
  const fetch = () => {
    const page = connection.query<Row>(`fetch ${pageRows} from ${name}`)
    // A reader that stops early must not get an unhandled rejection.
    page.catch(() => {})
    return page
  }
  for (let page = await fetch(); page.rows.length > 0; ) {
    const next = fetch()
    yield* page.rows
    page = await next
  }
  await connection.query(`close ${name}`)
}

/** A range of ids: from the first one on, up to the second one and without it; null: to the end. */
export type IdRange = readonly [from: string, to: string | null]

/** The range of about `rowsMax` ids of a table, from `after` on. */
export async function idRange(
  connection: Reader,
  table: 'postings' | 'transactions',
  { after, rowsMax }: Slice<string>,
): Promise<IdRange> {
  const from = after ?? firstId
  if (rowsMax === Number.POSITIVE_INFINITY) return [from, null]
  const { rows } = await connection.query<{ id: string }>(
    `select id from ${table} where id >= $1 order by id offset $2 limit 1`,
    [from, rowsMax],
  )
  return [from, rows[0]?.id ?? null]
}

export const firstId = '00000000-0000-0000-0000-000000000000'

/** The condition that a column of ids is in the range of $1 and $2. */
export function inIdRange(column: string): string {
  return `${column} >= $1 and ($2::uuid is null or ${column} < $2)`
}

/** Sorted rows, grouped by a key, for a merge join with other rows in the same order. */
export type GroupedRows<Row> = {
  /** The rows with this key, none if another key is next. Must be read to the end. */
  readonly take: (key: string) => AsyncGenerator<Row>
  /** The key of the next row, which no `take` has read. Undefined at the end. */
  readonly next: () => Promise<string | undefined>
}

/** Groups rows that are sorted by a key. */
export function groupedByKey<Row>(rows: AsyncGenerator<Row>, keyOf: (row: Row) => string): GroupedRows<Row> {
  let ahead: { row: Row; key: string } | undefined
  let isBegun = false

  async function step(): Promise<void> {
    const { value, done } = await rows.next()
    ahead = done ? undefined : { row: value, key: keyOf(value) }
    isBegun = true
  }

  return {
    async *take(key) {
      if (!isBegun) await step()
      while (ahead?.key === key) {
        yield ahead.row
        await step()
      }
    },
    async next() {
      if (!isBegun) await step()
      return ahead?.key
    },
  }
}
