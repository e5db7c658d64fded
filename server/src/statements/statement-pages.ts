/** Heights, in points. */
type PageHeights = {
  /** Available for rows on the first page, and on each later one. */
  readonly first: number
  readonly later: number
  /** The line that ends a continued page: the balance carried forward. */
  readonly carried: number
  /** The notes after the last row. */
  readonly tail: number
}

/** Distributes the rows of a table over pages without breaking one. The last page has room for the tail. */
export function paginate<Row extends { readonly height: number }>(
  rows: readonly Row[],
  { first, later, carried, tail }: PageHeights,
): Row[][] {
  const pages: Row[][] = [[]]
  let left = first
  let remaining = rows.reduce((sum, { height }) => sum + height, 0)
  const addPage = () => {
    pages.push([])
    left = later
  }
  for (const [at, row] of rows.entries()) {
    const isLast = at === rows.length - 1
    const fitsWithEnd = remaining + tail <= left
    // A page that cannot hold the rest is continued. The last row stays with what follows the table.
    if (!fitsWithEnd && (row.height + carried > left || isLast) && pages.at(-1)!.length > 0) addPage()
    pages.at(-1)!.push(row)
    left -= row.height
    remaining -= row.height
  }
  if (tail > left) addPage()
  return pages
}
