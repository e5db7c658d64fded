import { dayInColumn } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import { statusInWords } from '@bank/contract/statements/statement-words'
import type { Currency } from '@bank/ledger/currency'
import type { Status } from '@bank/ledger/transaction-status'
import type { BankDocument } from '../pdf/bank-document.ts'
import { colours } from '../pdf/document-colours.ts'
import type { Line, TextLayout } from '../pdf/text-layout.ts'
import { sizes } from '../pdf/text-styles.ts'
import type { PaperLine } from './statement-paper.ts'

/** The columns of a PDF statement, in points from the page's edge. Amounts are right-aligned. */
export const columns: readonly Column[] = [
  { name: 'Date', x: 54, width: 52 },
  { name: 'Description', x: 110, width: 168 },
  { name: 'Status', x: 286, width: 40 },
  { name: 'Money in', x: 328, width: 66, atEnd: true },
  { name: 'Money out', x: 400, width: 66, atEnd: true },
  { name: 'Balance', x: 472, width: 69, atEnd: true },
]

export type Column = {
  readonly name: string
  readonly x: number
  readonly width: number
  readonly atEnd?: true
}

/** A line of text, and its distance from the top of its row. */
type PlacedLine = { readonly layout: TextLayout; readonly line: Line; readonly below: number }

/** A row of the table, laid out and not yet drawn. */
export type LaidRow = {
  readonly height: number
  /** The lines of each column, and their text. */
  readonly cells: readonly { readonly text: string; readonly lines: readonly PlacedLine[] }[]
  /** The account's balance after the row, as text. */
  readonly balance: string
}

export type RowLayout = {
  readonly layLine: (line: PaperLine) => LaidRow
  /** A row that names a balance, such as the opening one, on a day or on none. */
  readonly layBalance: (words: string, balance: string, day: string) => LaidRow
}

/** A text of a cell, in its own lines. */
type Part = { readonly layout: TextLayout; readonly text: string; readonly lineHeight: number }

const padding = 4

/** Lays out the rows of a statement. `longestAmount`, the longest text of an amount, determines the font size of all amounts. */
export function openRowLayout(
  pdf: BankDocument,
  {
    currency,
    dayOf,
    longestAmount,
  }: { currency: Currency; dayOf: (moment: Date) => string; longestAmount: string },
): RowLayout {
  const regular = pdf.text(sizes.table)
  const strong = pdf.text(sizes.table, { weight: 600 })
  const muted = pdf.text(sizes.caption, { colour: colours.mutedForeground })
  const strongAmounts = pdf.fittedText(
    [sizes.table, sizes.caption, 6.5, 5.5, 4.5],
    longestAmount,
    columns[3]!.width,
  )
  const amounts = pdf.text(strongAmounts.size)
  const statusText: Record<Status, TextLayout> = {
    success: pdf.text(sizes.table, { colour: colours.success }),
    pending: pdf.text(sizes.table, { colour: colours.pending }),
    failed: pdf.text(sizes.table, { colour: colours.failed }),
  }

  const lay = (cells: readonly (readonly Part[])[], balance: string) => layRow(cells, balance, regular.ascent)
  const part = (layout: TextLayout, text: string, lineHeight = 11.5): Part[] => [{ layout, text, lineHeight }]

  return {
    layLine(line) {
      const { bookedAt, headline, particulars, reference, status, isReturn, type, amount, balance } = line
      const moved = formatMoney(amount, currency)
      const after = formatMoney(balance, currency)
      const cells = [
        part(regular, dayInColumn(dayOf(bookedAt))),
        [
          ...part(regular, headline),
          ...part(muted, particulars, 10),
          ...part(muted, reference === null ? '' : `Reference: ${reference}`, 10),
        ],
        part(isReturn ? regular : statusText[status], statusInWords(line)),
        part(amounts, type === 'credit' ? moved : ''),
        part(amounts, type === 'debit' ? moved : ''),
        part(amounts, after),
      ]
      return lay(cells, after)
    },
    layBalance(words, balance, day) {
      const cells = [part(regular, day), part(strong, words), [], [], [], part(strongAmounts, balance)]
      return lay(cells, balance)
    },
  }
}

/** Lays out the cells of a row. `ascent` is that of the usual text. */
function layRow(cells: readonly (readonly Part[])[], balance: string, ascent: number): LaidRow {
  let height = 0
  const laid = cells.map((parts, at) => {
    // Smaller letters share the baseline of the others.
    let y = padding + (parts[0] ? ascent - parts[0].layout.ascent : 0)
    const lines: PlacedLine[] = []
    for (const { layout, text, lineHeight } of parts) {
      if (text === '') continue
      for (const line of layout.linesOf(text, columns[at]!.width)) {
        lines.push({ layout, line, below: y })
        y += lineHeight
      }
    }
    height = Math.max(height, y + padding)
    return {
      text: parts
        .map(({ text }) => text)
        .join(' ')
        .trim(),
      lines,
    }
  })
  return { height, cells: laid, balance }
}
