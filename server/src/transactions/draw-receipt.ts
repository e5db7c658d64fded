import { workerData } from 'node:worker_threads'
import { drawAddressAndFacts, drawTitle } from '../pdf/address-and-details.ts'
import { frame, openSheet } from '../pdf/bank-document.ts'
import { openDayText } from '../pdf/date-text.ts'
import { colours } from '../pdf/document-colours.ts'
import type { PaperReceipt } from './receipt-paper.ts'

// Runs in a thread of its own; see `server/src/pdf/drawing-thread.ts`.

const receipt = workerData as PaperReceipt
const { letterhead, address, accountNumber, title, amount, status } = receipt
const dayText = openDayText(letterhead.timeZone)
const sheet = openSheet(letterhead, { title, subject: receipt.transactionId })
const { whole, tag, text } = sheet
const muted = { colour: colours.mutedForeground }

sheet.drawLetterhead()
const headEnd = drawAddressAndFacts(sheet, {
  address,
  facts: [
    ['Account Number', accountNumber],
    ['Date of issue', dayText.ofMoment(letterhead.madeAt)],
  ],
})
const top = drawTitle(sheet, { title, under: dayText.inFull(receipt.createdAt), top: headEnd })
drawDetails(drawSummary(top))
sheet.drawFoot(1, 1)
sheet.finish()

/** The amount and the status, and what the status means. Gives where they end. */
function drawSummary(top: number): number {
  sheet.drawBox({ x: frame.start, y: top, width: frame.width, height: 64 }, colours.primarySoft)
  const label = text(8.5, muted)
  const large = sheet.fitted([22, 18, 14], amount, 300)
  const word = text(14, { weight: 600, colour: colours[status] })
  tag(whole, 'P', `Amount ${amount}`, () => {
    label.draw(label.linesOf('Amount', 100)[0]!, frame.start + 12, top + 10)
    large.draw(large.linesOf(amount, 320)[0]!, frame.start + 12, top + 49 - large.ascent)
  })
  tag(whole, 'P', `Status ${status}`, () => {
    label.draw(label.linesOf('Status', 100)[0]!, 412, top + 10)
    word.draw(word.linesOf(status, 120)[0]!, 412, top + 49 - word.ascent)
  })
  const body = text(9.5)
  const meaning = `Status on ${dayText.inFull(letterhead.madeAt)}: ${status}. ${receipt.meaning}`
  const lines = body.linesOf(meaning, frame.width)
  tag(whole, 'P', meaning, () => {
    for (const [at, line] of lines.entries()) body.draw(line, frame.start, top + 78 + at * 14)
  })
  return top + 78 + lines.length * 14
}

function drawDetails(top: number): void {
  const [section, label, value] = [text(12, { weight: 600 }), text(9, muted), text(9.5)]
  tag(whole, 'H2', 'Details', () => section.draw(section.linesOf('Details', 200)[0]!, frame.start, top + 20))
  let y = top + 44
  const rules = [y]
  for (const [name, fact] of receipt.details) {
    const lines = value.linesOf(fact, frame.end - 200)
    tag(whole, 'P', `${name}: ${fact}`, () => {
      label.draw(label.linesOf(name, 130)[0]!, frame.start + 6, y + 6 + value.ascent - label.ascent)
      for (const [at, line] of lines.entries()) value.draw(line, 194, y + 6 + at * 13)
    })
    y += lines.length * 13 + 12
    rules.push(y)
  }
  sheet.drawRules(rules)
}
