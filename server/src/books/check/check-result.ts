import type { Client } from 'pg'
import type { MoneyPosition } from './money-position.ts'

/** What a check reads with. */
export type Reader = Pick<Client, 'query'>

/** The rows that one call of a check proves. `After` is what it has proved up to here: the last key, and what the next row builds on. */
export type Slice<After> = {
  /** Null before the first row. */
  readonly after: After | null
  /** About how many rows; Infinity for all that follow. */
  readonly rowsMax: number
}

/** The value of a `limit` in SQL: null for none. */
export function limitOf({ rowsMax }: Pick<Slice<unknown>, 'rowsMax'>): number | null {
  return rowsMax === Number.POSITIVE_INFINITY ? null : rowsMax
}

/** The result of one check: the number of rows read, and one line about the first wrong row, or null. */
export type CheckResult<After = unknown> = {
  readonly rows: number
  readonly fault: string | null
  /** Where the money of each currency is, which the check has proved, too. */
  readonly positions?: readonly MoneyPosition[]
  /** Where the next slice begins; undefined after the last one. */
  readonly next?: After | undefined
}
