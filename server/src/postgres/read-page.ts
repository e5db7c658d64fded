/** A page of rows, and its last row where another page follows: that page begins after it. */
export type Page<Row> = { readonly rows: Row[]; readonly last: Row | undefined }

/** Reads a page of up to `limit` rows. One more row shows whether there is a next page. */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
): Promise<Page<Row>> {
  const found = await read(limit + 1)
  const rows = found.slice(0, limit)
  return { rows, last: found.length > rows.length ? rows.at(-1) : undefined }
}
