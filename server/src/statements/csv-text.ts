import { stringify } from 'csv-stringify/sync'

/** The mark at the start of a file that tells spreadsheets that other alphabets than ours may follow. */
export const byteOrderMark = '\ufeff'

/**
 * Rows of comma-separated values (RFC 4180). What begins like a formula is made text, so that no spreadsheet runs what
 * somebody wrote as a description.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}
