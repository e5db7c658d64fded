import { setImmediate as turn } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { dayReader } from '@bank/contract/bank-day'
import { dayInColumn, dayText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import { accountTypes, currencyOptions, labelOf } from '@bank/contract/option-lists'
import {
  closingName,
  daysInWords,
  expectedInWords,
  pendingInWords,
} from '@bank/contract/statements/statement-words'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { drawAddressAndDetails, drawTitle } from '../pdf/address-and-details.ts'
import { openBankDocument, pageArea } from '../pdf/bank-document.ts'
import { colours } from '../pdf/document-colours.ts'
import { receivedBatches } from '../pdf/received-batches.ts'
import { sizes } from '../pdf/text-styles.ts'
import { paginate } from './statement-pages.ts'
import { type PaperLine, type PaperStatement, statementNumberOf } from './statement-paper.ts'
import { type LaidRow, openRowLayout } from './statement-rows.ts'
import { headHeight, openStatementTable } from './statement-table.ts'

// Runs in a worker thread; see `server/src/pdf/drawing-thread.ts`.

const { letterhead, address, statement } = workerData as PaperStatement
const lines: PaperLine[] = []
for await (const batch of receivedBatches<readonly PaperLine[]>()) lines.push(...batch)

const { currency, period, asOf } = statement
const dayOf = dayReader(letterhead.timeZone)
const money = (minor: bigint) => formatMoney(formatMinor(minor), currency)
const opening = money(statement.openingMinor)
const closing = money(statement.closingMinor)
const days = daysInWords({ ...period, asOf })
const closingLabel = closingName(statement)
const statementNumber = statementNumberOf(statement)

const pdf = openBankDocument(letterhead, { title: 'Account Statement', subject: statementNumber })
const { root, tag, text } = pdf
const muted = { colour: colours.mutedForeground }

pdf.drawLetterhead()
const details = [
  ['Account Number', statement.accountNumber],
  // In groups of four, as ISO 13616 has it on paper.
  ...(statement.iban === null ? [] : [['IBAN', statement.iban.replace(/.{4}(?=.)/g, '$& ')] as const]),
  ['Account Type', labelOf(accountTypes, statement.accountType)],
  ['Account currency', labelOf(currencyOptions, currency)],
  ['Statement number', statementNumber],
  ['Date of issue', dayText(dayOf(letterhead.madeAt), 'short')],
] as const
const headEnd = drawAddressAndDetails(pdf, { address, details })
await drawTable(
  drawSummary(drawTitle(pdf, { title: 'Account Statement', subtitle: `Period ${days}`, top: headEnd })),
)
pdf.finish()

/** The summary: opening + money in - money out = closing. */
function drawSummary(top: number): number {
  const returned = returnedMinor()
  const figures = [
    ['Opening balance', opening],
    ['Money in', money(statement.inMinor), returned > 0n && `of which returned ${money(returned)}`],
    ['Money out', money(statement.outMinor)],
    [closingLabel, closing],
  ] as const
  const cell = pageArea.width / figures.length
  const longest = figures.map(([, figure]) => figure).sort((one, other) => other.length - one.length)[0]!
  const label = text(sizes.table, muted)
  const part = text(sizes.caption, muted)
  const lastBaseline = returned > 0n ? 45 + part.ascent : 41
  const height = lastBaseline + 15
  pdf.drawBox({ x: pageArea.start, y: top, width: pageArea.width, height }, colours.primarySoft)
  const value = pdf.fittedText([sizes.figure, sizes.h2, 10, 8, 6.5], longest, cell - 20)
  for (const [at, [name, figure, below]] of figures.entries()) {
    const x = pageArea.start + at * cell + 12
    tag(root, 'P', [name, figure, below || ''].join(' ').trim(), () => {
      label.draw(label.linesOf(name, cell - 20)[0]!, x, top + 10)
      value.draw(value.linesOf(figure, cell - 12)[0]!, x, top + 41 - value.ascent)
      if (below) part.draw(part.linesOf(below, cell - 12)[0]!, x, top + 45)
    })
  }
  return top + height + 26
}

/** The money that came in because a transfer was returned. */
function returnedMinor(): bigint {
  return lines
    .filter(({ isReturn, type }) => isReturn && type === 'credit')
    .reduce((sum, { amount }) => sum + minorOf(amount), 0n)
}

/** A row that is not laid out yet. */
type PendingRow = { readonly height: number; readonly lay: () => LaidRow }

/** The lines between the opening and the closing balance, and the notes after them. */
async function drawTable(top: number): Promise<void> {
  const layout = openRowLayout(pdf, { currency, dayOf, longestAmount: longestAmount() })
  const openingRow = layout.layBalance('Opening balance', opening, dayInColumn(period.from))
  const closingRow = layout.layBalance(closingLabel, closing, dayInColumn(asOf ?? period.to))
  const notes = notesUnderTheTable()
  const section = text(sizes.h2, { weight: 600 })
  tag(root, 'H2', 'Transaction history', () => {
    section.draw(section.linesOf('Transaction history', pageArea.width)[0]!, pageArea.start, top)
  })
  const firstTop = top + 22
  const table = openStatementTable(pdf, firstTop)
  // Laid out again when they are drawn: laid rows take much more memory than their lines.
  const rows: PendingRow[] = lines.map((line) => ({
    height: layout.layLine(line).height,
    lay: () => layout.layLine(line),
  }))
  const pages = paginate([{ height: openingRow.height, lay: () => openingRow }, ...rows], {
    first: pageArea.bottom - firstTop - headHeight,
    later: pageArea.bottom - pageArea.laterTop - headHeight - openingRow.height,
    carried: openingRow.height,
    tail: closingRow.height + notes.height,
  })
  let balance = opening
  for (const [at, rows] of pages.entries()) {
    const isLast = at === pages.length - 1
    if (at > 0) {
      table.addPage()
      table.drawRowAsArtifact(layout.layBalance('Brought forward', balance, ''))
    }
    for (const { lay } of rows) {
      const row = lay()
      table.drawRow(row)
      balance = row.balance
    }
    if (isLast) table.drawRow(closingRow)
    else table.drawRowAsArtifact(layout.layBalance('Carried forward', balance, ''))
    const end = table.endPage()
    if (isLast) {
      table.end()
      notes.draw(end)
    }
    pdf.drawFooter(at + 1, pages.length)
    // The runtime checks the limit of memory between turns of the event loop.
    await turn()
  }
}

/** The longest text of an amount, which determines the font size of all amounts. */
function longestAmount(): string {
  let longest = formatMinor(statement.openingMinor)
  for (const { amount, balance } of lines) {
    if (amount.length > longest.length) longest = amount
    if (balance.length > longest.length) longest = balance
  }
  return formatMoney(longest, currency)
}

/** The notes after the last row, and their height. */
function notesUnderTheTable(): { height: number; draw: (top: number) => void } {
  const note = text(sizes.table)
  const { inTransitMinor, expectedInMinor } = statement
  // They are about the balance now.
  const pending =
    asOf === null
      ? []
      : [
          ...(inTransitMinor > 0n ? [pendingInWords(money(inTransitMinor))] : []),
          ...(expectedInMinor > 0n ? [expectedInWords(money(expectedInMinor))] : []),
        ]
  const notes = [
    ...(lines.length === 0 ? [{ words: customerTexts.transactions.none, colour: undefined }] : []),
    ...pending.map((words) => ({ words, colour: colours.pendingSoft })),
  ].map((one) => ({ ...one, laid: note.linesOf(one.words, pageArea.width - 24) }))
  const gap = 10
  const heightOf = ({ laid }: (typeof notes)[number]) => laid.length * 12 + 14
  return {
    height: notes.reduce((sum, one) => sum + heightOf(one) + gap, 0),
    draw(top) {
      let y = top + gap
      for (const one of notes) {
        const height = heightOf(one)
        if (one.colour) pdf.drawBox({ x: pageArea.start, y, width: pageArea.width, height }, one.colour)
        tag(root, 'P', one.words, () => {
          for (const [at, line] of one.laid.entries()) note.draw(line, pageArea.start + 12, y + 6 + at * 12)
        })
        y += height + gap
      }
    },
  }
}
