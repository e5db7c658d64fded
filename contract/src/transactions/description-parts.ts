import type { Beneficiary } from '@bank/ledger/transaction'
import { acts, descriptionOf } from './description-texts.ts'

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

/** A description with what it names. */
export type Described = {
  readonly description: string
  /** The name of the payee or the payer; null when the bank is the other side. */
  readonly counterparty: string | null
  /** The payee of a transfer that the customer sent; null on what the customer received. */
  readonly beneficiary: Beneficiary | null
}

/** The parts of a description, from what it names. */
export function descriptionParts({ description, counterparty, beneficiary }: Described): DescriptionParts {
  if (counterparty === null) return { change: '', act: '', title: description, rest: '', payee: null }
  const side = beneficiary ? 'debit' : 'credit'
  const text = descriptionOf(side, { kind: 'transfer', beneficiary, detail: counterparty })
  const act = acts[side]
  return {
    // Only a change stands before the text.
    change: description.slice(0, -text.length),
    act,
    title: counterparty,
    rest: text.slice(act.length + counterparty.length + ', '.length),
    payee: beneficiary,
  }
}
