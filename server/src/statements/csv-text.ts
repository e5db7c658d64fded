import { stringify } from 'csv-stringify/sync'

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * Rows of comma-separated values (RFC 4180). A cell that begins like a formula is made text, so that no spreadsheet
 * executes a customer's description.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}
