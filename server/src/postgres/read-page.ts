/** A page of rows, and its last row where another page follows: that page begins after it. */
export type Page<Row> = { readonly rows: Row[]; readonly last: Row | undefined }

/** Reads a page of up to `limit` rows. One more row shows whether there is a next page. */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  return pageOf(await read(limit + 1), limit)
}

/** A page of the rows that were found for it, of which there may be one more. */
export function pageOf<Row>(found: readonly Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit)
  return { rows, last: found.length > rows.length ? rows.at(-1) : undefined }
}
