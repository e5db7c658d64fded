import type { QueryResultRow } from 'pg'
import type { Reader, Slice } from './check-result.ts'

// Large enough to make round trips negligible, small enough for memory.
const pageRows = 1_000

/**
 * The rows of a query, read in pages: the next one is fetched while one is processed. Needs a database transaction, in which `name` is
 * the cursor's. Those of a slice are read at once, so that its snapshot ends soon.
 */
export async function* pagedRows<Row extends QueryResultRow>(
  connection: Reader,
  { rowsMax }: Pick<Slice<unknown>, 'rowsMax'>,
  name: string,
  query: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row> {
  if (rowsMax !== Number.POSITIVE_INFINITY) {
    yield* (await connection.query<Row>(query, [...values])).rows
    return
  }
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

/** An id before all that are made. */
export const firstId = '00000000-0000-0000-0000-000000000000'

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
