import type { LaidRow } from './statement-rows.ts'

/** How much room there is, in points. */
type Room = {
  /** For rows on the first page, and on each later one. */
  readonly first: number
  readonly later: number
  /** What a page that is continued ends with: the balance carried forward. */
  readonly carried: number
  /** What follows the last row. */
  readonly tail: number
}

/** Shares the rows of a table out over pages, none of them broken. The last page has room for the tail. */
export function sharedOut(rows: readonly LaidRow[], { first, later, carried, tail }: Room): LaidRow[][] {
  const pages: LaidRow[][] = [[]]
  let left = first
  let remaining = rows.reduce((sum, { height }) => sum + height, 0)
  const turn = () => {
    pages.push([])
    left = later
  }
  for (const [at, row] of rows.entries()) {
    const isLast = at === rows.length - 1
    const fitsWithEnd = remaining + tail <= left
    // A page that does not hold the root rest is continued. The last row goes along with what follows the table.
    if (!fitsWithEnd && (row.height + carried > left || isLast) && pages.at(-1)!.length > 0) turn()
    pages.at(-1)!.push(row)
    left -= row.height
    remaining -= row.height
  }
  if (tail > left) turn()
  return pages
}
