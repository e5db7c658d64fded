import { parentPort, workerData } from 'node:worker_threads'
import { formatMoney } from '@bank/contract/format-money'
import { accountTypes, currencyOptions, labelOf } from '@bank/contract/option-lists'
import type { StatementLine } from '@bank/contract/statement-view'
import { formatMinor } from '@bank/ledger/money'
import Pdf from 'pdfkit'
import { openLetters } from './pdf-letters.ts'
import { openStructure } from './pdf-structure.ts'
import { openTextLayout } from './pdf-text.ts'
import type { Statement } from './statement.ts'

// Runs in a thread of its own: ten thousand lines take seconds to draw, and meanwhile the bank answers others.

/** What a statement on paper is made of. */
export type PaperStatement = {
  readonly bankName: string
  readonly statement: Statement
  readonly lines: readonly StatementLine[]
  readonly inTransitMinor: bigint
}

const { bankName, statement, lines, inTransitMinor } = workerData as PaperStatement
const { currency, period, timeZone } = statement

// A4 in points, with room for a hole punch.
const margin = 40
const bottom = 790
const lineHeight = 12
const doc = new Pdf({
  size: 'A4',
  margin,
  bufferPages: true,
  // For whoever listens to it: a language, a title, and a structure that says what is a heading and what a table.
  lang: 'en-US',
  tagged: true,
  pdfVersion: '1.7',
  subset: 'PDF/UA' as 'PDF/A-1',
  displayTitle: true,
  info: { Title: `Account Statement ${period.from} to ${period.to}`, Author: bankName },
})
const letters = openLetters(doc)
const small = openTextLayout(doc, letters, 8.5)
const large = openTextLayout(doc, letters, 16)
const { whole, open, tag, decorate } = openStructure(doc)

const dateInLists = new Intl.DateTimeFormat('en-US', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone,
})

const columns = [
  { name: 'Date', x: 40, width: 56 },
  { name: 'Description', x: 98, width: 190 },
  { name: 'Status', x: 292, width: 44 },
  { name: 'Money in', x: 340, width: 66, atEnd: true },
  { name: 'Money out', x: 410, width: 66, atEnd: true },
  { name: 'Balance', x: 480, width: 75, atEnd: true },
]

const pieces: Uint8Array[] = []
doc.on('data', (piece: Uint8Array) => pieces.push(piece))
doc.on('end', () => parentPort!.postMessage(new Uint8Array(Buffer.concat(pieces))))

let y = margin
drawSummary()
const table = open(whole, 'Table')
drawRow(
  columns.map(({ name }) => name),
  true,
)
for (const line of lines) drawRow(cellsOf(line))
table.end()
if (lines.length === 0) drawText('No transactions found!')
y += lineHeight
drawText(`Closing balance: ${money(statement.closingMinor)}`)
if (inTransitMinor > 0n) {
  drawText(`${money(inTransitMinor)} was still in transit when this was made: it is no part of the balance.`)
}
numberPages()
whole.end()
doc.end()

function drawSummary(): void {
  const title = `${bankName}: Account Statement`
  tag(whole, 'H1', title, () => {
    large.draw(large.linesOf(title, 515)[0]!, margin, y)
  })
  y += 2 * lineHeight
  drawText(`Account holder: ${statement.holder}`)
  drawText(`Account Number: ${statement.accountNumber}`)
  drawText(`Account Type: ${labelOf(accountTypes, statement.accountType)}`)
  drawText(`Account currency: ${labelOf(currencyOptions, currency)}`)
  drawText(`Period: ${dayInLists(period.from)} – ${dayInLists(period.to)} (${timeZone})`)
  y += lineHeight
  const { openingMinor, inMinor, outMinor, closingMinor } = statement
  drawText(
    `Opening balance ${money(openingMinor)} + money in ${money(inMinor)} - money out ${money(outMinor)} = closing balance ${money(closingMinor)}`,
  )
  y += lineHeight
}

function drawText(text: string): void {
  tag(whole, 'P', text, () => {
    for (const line of small.linesOf(text, 515)) {
      if (y + lineHeight > bottom) turnPage()
      small.draw(line, margin, y)
      y += lineHeight
    }
  })
}

/** A row is never broken over two pages; each page begins with the names of the columns. */
function drawRow(cells: readonly string[], isHead = false): void {
  const laid = cells.map((cell, at) => small.linesOf(cell, columns[at]!.width))
  const height = Math.max(...laid.map(({ length }) => length)) * lineHeight + 4
  const drawCell = (at: number) => {
    const { x, width, atEnd } = columns[at]!
    for (const [row, line] of laid[at]!.entries()) {
      small.draw(line, atEnd ? x + width : x, y + row * lineHeight, atEnd)
    }
  }
  if (y + height > bottom) {
    turnPage()
    // Said again for the eye only: a table that is listened to has one row of names.
    decorate('Pagination', drawNames)
  }
  const row = open(table, 'TR')
  for (const [at, cell] of cells.entries()) tag(row, isHead ? 'TH' : 'TD', cell, () => drawCell(at))
  row.end()
  y += height
  drawRule()
}

function drawNames(): void {
  for (const { name, x, width, atEnd } of columns) {
    small.draw(small.linesOf(name, width)[0]!, atEnd ? x + width : x, y, atEnd)
  }
  y += lineHeight + 4
  drawRule()
}

function drawRule(): void {
  decorate('Layout', () => {
    doc
      .moveTo(margin, y - 3)
      .lineTo(555, y - 3)
      .lineWidth(0.3)
      .strokeOpacity(0.4)
      .stroke()
  })
}

function turnPage(): void {
  doc.addPage()
  y = margin
}

function cellsOf({ bookedAt, description, status, type, amount, balance }: StatementLine): string[] {
  const moved = formatMoney(amount, currency)
  return [
    dateInLists.format(new Date(bookedAt)),
    description,
    status,
    type === 'credit' ? moved : '',
    type === 'debit' ? moved : '',
    formatMoney(balance, currency),
  ]
}

function numberPages(): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    decorate('Pagination', () => {
      small.draw(small.linesOf(`Page ${page + 1} of ${count}`, 515)[0]!, 555, 800 - lineHeight, true)
    })
  }
}

function money(minor: bigint): string {
  return formatMoney(formatMinor(minor), currency)
}

function dayInLists(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
}
