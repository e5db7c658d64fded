import { formatMinor } from '@bank/ledger/money'
import { stringify } from 'csv-stringify/sync'

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff'

/** A text, or an amount in minor units, which may be negative. */
export type CsvCell = string | bigint

/**
 * Rows of comma-separated values (RFC 4180). A cell that begins like a formula is escaped, so that no spreadsheet executes a
 * customer's description.
 */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as CsvCell[][], {
    cast: { bigint: formatMinor },
    // Not applied to the minus of an amount.
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}
