import { workerData } from 'node:worker_threads'
import { dayOf } from '@bank/contract/bank-day'
import { dayText, momentText } from '@bank/contract/date-text'
import { drawAddressAndDetails, drawTitle } from '../pdf/address-and-details.ts'
import { openBankDocument, pageArea } from '../pdf/bank-document.ts'
import { colours } from '../pdf/document-colours.ts'
import { sizes } from '../pdf/text-styles.ts'
import type { PaperReceipt } from './receipt-paper.ts'

// Runs in a worker thread; see `server/src/pdf/drawing-thread.ts`.

const receipt = workerData as PaperReceipt
const { letterhead, address, accountNumber, title, amount, status } = receipt
const { madeAt, timeZone } = letterhead
const pdf = openBankDocument(letterhead, { title, subject: receipt.transactionId })
const { root, tag, text } = pdf
const muted = { colour: colours.mutedForeground }

pdf.drawLetterhead()
const headEnd = drawAddressAndDetails(pdf, {
  address,
  details: [
    ['Account Number', accountNumber],
    ['Date of issue', dayText(dayOf(madeAt, timeZone), 'short')],
  ],
})
const top = drawTitle(pdf, {
  title,
  subtitle: momentText(receipt.createdAt, timeZone, 'long'),
  top: headEnd,
})
drawDetails(drawSummary(top))
pdf.drawFooter(1, 1)
pdf.finish()

/** The amount, the status and its explanation. Returns the end of them. */
function drawSummary(top: number): number {
  pdf.drawBox({ x: pageArea.start, y: top, width: pageArea.width, height: 64 }, colours.primarySoft)
  const label = text(sizes.table, muted)
  const large = pdf.fittedText([sizes.hero, 18, sizes.figure], amount, 300)
  const word = text(sizes.figure, { weight: 600, colour: colours[status] })
  tag(root, 'P', `Amount ${amount}`, () => {
    label.draw(label.linesOf('Amount', 100)[0]!, pageArea.start + 12, top + 10)
    large.draw(large.linesOf(amount, 320)[0]!, pageArea.start + 12, top + 49 - large.ascent)
  })
  tag(root, 'P', `Status ${status}`, () => {
    label.draw(label.linesOf('Status', 100)[0]!, 412, top + 10)
    word.draw(word.linesOf(status, 120)[0]!, 412, top + 49 - word.ascent)
  })
  const body = text(sizes.body)
  const meaning = `Status on ${momentText(madeAt, timeZone, 'long')}: ${status}. ${receipt.meaning}`
  const lines = body.linesOf(meaning, pageArea.width)
  tag(root, 'P', meaning, () => {
    for (const [at, line] of lines.entries()) body.draw(line, pageArea.start, top + 78 + at * 14)
  })
  return top + 78 + lines.length * 14
}

function drawDetails(top: number): void {
  const [section, label, value] = [
    text(sizes.h2, { weight: 600 }),
    text(sizes.table, muted),
    text(sizes.body),
  ]
  tag(root, 'H2', 'Details', () =>
    section.draw(section.linesOf('Details', 200)[0]!, pageArea.start, top + 20),
  )
  let y = top + 44
  const rules = [y]
  for (const [name, fact] of receipt.details) {
    const lines = value.linesOf(fact, pageArea.end - 200)
    tag(root, 'P', `${name}: ${fact}`, () => {
      label.draw(label.linesOf(name, 130)[0]!, pageArea.start + 6, y + 6 + value.ascent - label.ascent)
      for (const [at, line] of lines.entries()) value.draw(line, 194, y + 6 + at * 13)
    })
    y += lines.length * 13 + 12
    rules.push(y)
  }
  pdf.drawRules(rules)
}
