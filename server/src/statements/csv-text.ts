import { formatMinor } from '@bank/ledger/money'

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff'

/** A text, or an amount in minor units, which may be negative. */
export type CsvCell = string | bigint

/**
 * Rows of comma-separated values (RFC 4180). What begins like a formula is escaped, so that no spreadsheet executes a
 * customer's description. Own code, because a package takes four times as long for a million lines
 * (docs/decisions/0063-files-of-a-million-lines.md).
 */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  let text = ''
  for (const row of rows) {
    let separator = ''
    for (const cell of row) {
      // The minus of an amount begins no formula.
      text += separator + (typeof cell === 'bigint' ? formatMinor(cell) : quoted(cell))
      separator = ','
    }
    text += '\r\n'
  }
  return text
}

/** The rows that a file reads at once. */
export const csvRowsAtOnce = 1_000

/**
 * A file of rows that are read in chunks: `read` returns up to `csvRowsAtOnce` rows after the last one, each of which `cellsOf` turns
 * into its cells.
 */
export async function* csvPieces<Row>(
  columns: readonly string[],
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  cellsOf: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvRows([columns])
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield csvRows(rows.map(cellsOf))
    if (rows.length < csvRowsAtOnce) return
    last = rows.at(-1)
  }
}

// A formula begins a cell, also of a spreadsheet that separates cells by semicolons or tabs, for which quotes in the middle of a cell
// do not count. The last four are the wide forms of the first four, which spreadsheets accept as well.
const formulaStart = /(^|[;\t\r\n])(?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/
const everyFormulaStart = new RegExp(formulaStart, 'g')
const special = /[",\r\n]/

function quoted(cell: string): string {
  const text = formulaStart.test(cell) ? cell.replace(everyFormulaStart, "$1'") : cell
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
