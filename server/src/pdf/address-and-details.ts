import { type BankDocument, pageArea } from './bank-document.ts'
import { colours } from './document-colours.ts'

const muted = { colour: colours.mutedForeground }
const lineHeight = 14
const factsStart = 330
// Where the window of an envelope shows an address.
const top = 114

/** A name of something and what it is, such as `Account Number` and the number. */
export type Detail = readonly [name: string, fact: string]

/** Draws the address of a paper, and facts about the account beside it. Gives where they end. */
export function drawAddressAndDetails(
  pdf: BankDocument,
  { address, facts }: { address: readonly string[]; facts: readonly Detail[] },
): number {
  const { root, tag, text } = pdf
  const addressText = text(10)
  const lines = address.flatMap((one) => addressText.linesOf(one, 240))
  tag(root, 'P', address.join(', '), () => {
    for (const [at, line] of lines.entries()) addressText.draw(line, pageArea.start, top + at * lineHeight)
  })
  const [label, value] = [text(8.5, muted), text(8.5)]
  for (const [at, [name, fact]] of facts.entries()) {
    const y = top + at * lineHeight
    tag(root, 'P', `${name}: ${fact}`, () => {
      label.draw(label.linesOf(name, 90)[0]!, factsStart, y)
      value.draw(value.linesOf(fact, 140)[0]!, factsStart + 82, y)
    })
  }
  return top + Math.max(lines.length, facts.length) * lineHeight
}

/** Draws the title of a paper, the heading of its structure, and a line under it. Gives where they end. */
export function drawTitle(
  { root, tag, text }: BankDocument,
  { title, under, top }: { title: string; under: string; top: number },
): number {
  const [large, small] = [text(20, { weight: 600 }), text(10, muted)]
  tag(root, 'H1', title, () => large.draw(large.linesOf(title, pageArea.width)[0]!, pageArea.start, top + 24))
  tag(root, 'P', under, () => small.draw(small.linesOf(under, pageArea.width)[0]!, pageArea.start, top + 53))
  return top + 78
}
