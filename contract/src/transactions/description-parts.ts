/** The parts of a description; together, with a comma before the rest, they are the description. */
export type DescriptionParts = {
  /** The effect of a status change, such as "Returned: "; empty on the first movement. */
  readonly change: string
  /** "Transfer to " or "Transfer from "; empty when the bank is the other side. */
  readonly act: string
  /** The name of the payee or the payer; the whole description when the bank is the other side. */
  readonly title: string
  /** What follows the name, such as the beneficiary's account number and bank; may be empty. */
  readonly rest: string
}

/** Divides a description into its parts. */
export function descriptionParts({
  description,
  counterparty,
}: {
  readonly description: string
  readonly counterparty: string | null
}): DescriptionParts {
  const [before, change = '', act = ''] = opening.exec(description) ?? []
  if (counterparty === null || !before || !description.startsWith(counterparty, before.length)) {
    return { change: '', act: '', title: description, rest: '' }
  }
  const rest = description.slice(before.length + counterparty.length)
  return { change, act, title: counterparty, rest: rest.replace(/^, /, '') }
}

const opening = /^([A-Z][a-z ]*: )?(Transfer (?:to|from) )/
