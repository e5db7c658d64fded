import { stringify } from 'csv-stringify/sync'

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff'

/**
 * Rows of comma-separated values (RFC 4180). A cell that begins like a formula is escaped, so that no spreadsheet executes a
 * customer's description.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}
