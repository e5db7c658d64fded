import type { Beneficiary } from '@bank/ledger/transaction'
import { changeInWords, filledIn, partsOf, sideOf } from './description-texts.ts'
import type { HistoryRow } from './view.ts'

/** The parts of a description; together, with a comma before the rest, they are the description. */
export type DescriptionParts = {
  /** The effect of a status change, such as "Returned: "; empty on the first movement. */
  readonly change: string
  /** The words before the name; empty when the bank is the other side. */
  readonly act: string
  /** The name of the payee or the payer; the whole description when the bank is the other side. */
  readonly title: string
  /** What follows the name: the payee's account number, bank and codes. May be empty. */
  readonly rest: string
  /** Whose account and bank the rest names; null where there is no rest. */
  readonly payee: Beneficiary | null
}

/** A row with its description and what that names. */
export type Described = Pick<
  HistoryRow,
  'kind' | 'type' | 'change' | 'description' | 'counterparty' | 'beneficiary'
>

/** The parts of a description, from what it names. */
export function descriptionParts({
  kind,
  description,
  counterparty,
  beneficiary,
  ...row
}: Described): DescriptionParts {
  if (counterparty === null) return { change: '', act: '', title: description, rest: '', payee: null }
  // Only the texts of a transfer to a beneficiary name a counterparty: after their first words.
  const [act = '', , ...after] = partsOf(kind, sideOf(row), true)
  return {
    change: changeInWords(row.change),
    act,
    title: counterparty,
    rest: filledIn(after, { ...beneficiary }).replace(/^, /, ''),
    payee: beneficiary,
  }
}
