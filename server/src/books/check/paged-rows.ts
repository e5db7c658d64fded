import type { Client, QueryResultRow } from 'pg'

// Enough for a trip to be worth its while, and little to hold.
const pageRows = 1_000

/**
 * The rows of a query, read in pages, however many there are. Within a database transaction; `name` is the cursor's own in
 * it. The next page is on its way while one is worked on.
 */
export async function* pagedRows<Row extends QueryResultRow>(
  connection: Client,
  name: string,
  query: string,
): AsyncGenerator<Row> {
  await connection.query(`declare ${name} no scroll cursor for ${query}`)
  const fetch = () => {
    const page = connection.query<Row>(`fetch ${pageRows} from ${name}`)
    // Who stops reading does not hear of a page that fails.
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

/** Rows that are read along with others in the same order, by a key. */
export type Followed<Row> = {
  /** The rows with this key, which come next or not at all. To be read to their end. */
  readonly take: (key: string) => AsyncGenerator<Row>
  /** The key that comes next: one that nobody has asked for. Undefined at the end. */
  readonly next: () => Promise<string | undefined>
}

/** Follows rows that are sorted by a key, and hands them over key by key. */
export function followed<Row>(rows: AsyncGenerator<Row>, keyOf: (row: Row) => string): Followed<Row> {
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
