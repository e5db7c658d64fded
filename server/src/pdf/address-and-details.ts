import { type BankDocument, pageArea } from './bank-document.ts'
import { colours } from './document-colours.ts'
import { sizes } from './text-styles.ts'

const muted = { colour: colours.mutedForeground }
const lineHeight = 14
const detailsStart = 316
// The longest value is the number of a statement.
const valueStart = detailsStart + 80
// Where the window of an envelope shows the address.
const top = 114

/** A label and its value, such as `Account Number` and the number. */
export type Detail = readonly [label: string, value: string]

/** Draws the customer's address, and details of the account beside it. Returns the y at which they end. */
export function drawAddressAndDetails(
  pdf: BankDocument,
  { address, details }: { address: readonly string[]; details: readonly Detail[] },
): number {
  const { root, tag, text } = pdf
  const addressText = text(sizes.body)
  const lines = address.flatMap((line) => addressText.linesOf(line, 240))
  tag(root, 'P', address.join(', '), () => {
    for (const [at, line] of lines.entries()) addressText.draw(line, pageArea.start, top + at * lineHeight)
  })
  const [labelText, valueText] = [text(sizes.table, muted), text(sizes.table)]
  for (const [at, [label, value]] of details.entries()) {
    const y = top + at * lineHeight
    tag(root, 'P', `${label}: ${value}`, () => {
      labelText.draw(labelText.linesOf(label, 80)[0]!, detailsStart, y)
      valueText.draw(valueText.linesOf(value, pageArea.end - valueStart)[0]!, valueStart, y)
    })
  }
  return top + Math.max(lines.length, details.length) * lineHeight
}

/** Draws the title and a line under it. Returns the y at which they end. */
export function drawTitle(
  { root, tag, text }: BankDocument,
  { title, subtitle, top }: { title: string; subtitle: string; top: number },
): number {
  const [large, small] = [text(sizes.h1, { weight: 600 }), text(sizes.body, muted)]
  tag(root, 'H1', title, () => large.draw(large.linesOf(title, pageArea.width)[0]!, pageArea.start, top + 27))
  tag(root, 'P', subtitle, () =>
    small.draw(small.linesOf(subtitle, pageArea.width)[0]!, pageArea.start, top + 53),
  )
  return top + 78
}
