import { acts } from './description-texts.ts'

/** The parts of a description; together, with a comma before the rest, they are the description. */
export type DescriptionParts = {
  /** The effect of a status change, such as "Returned: "; empty on the first movement. */
  readonly change: string
  /** The words before the name; empty when the bank is the other side. */
  readonly act: string
  /** The name of the payee or the payer; the whole description when the bank is the other side. */
  readonly title: string
  /** What follows the name, such as the beneficiary's account number and bank; may be empty. */
  readonly rest: string
}

/** Divides a description. `counterparty` is the name of the payee or the payer; null when the bank is the other side. */
export function descriptionParts({
  description,
  counterparty,
}: {
  readonly description: string
  readonly counterparty: string | null
}): DescriptionParts {
  const act = Object.values(acts).find(
    (each) => counterparty !== null && description.includes(each + counterparty),
  )
  if (counterparty === null || act === undefined) return { change: '', act: '', title: description, rest: '' }
  const start = description.indexOf(act + counterparty)
  const rest = description.slice(start + act.length + counterparty.length)
  return { change: description.slice(0, start), act, title: counterparty, rest: rest.replace(/^, /, '') }
}
