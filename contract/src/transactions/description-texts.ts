import type { KindName } from '@bank/ledger/kinds'
import type { Beneficiary } from '@bank/ledger/transaction'
import type { MoneyChange } from './view.ts'

/** The side of a transaction: the one that pays, or the one that receives. */
export type Side = 'debit' | 'credit'

/** What a side of a transaction is told, as data. */
export type Told = {
  readonly kind: KindName
  readonly beneficiary: Beneficiary | null
  readonly detail: string | null
}

/** The words before the description where a status change moved the money. */
export const changeTexts: Readonly<Record<MoneyChange, string>> = {
  returned: 'Returned: ',
  sent_again: 'Sent again: ',
  received: 'Received: ',
  taken_back: 'Taken back: ',
}

/** The words before the name of the payee and of the payer. */
const acts: Readonly<Record<Side, string>> = { debit: 'Transfer to ', credit: 'Transfer from ' }

/** A side's text when a beneficiary is named (departure 18). */
const withBeneficiary: Readonly<Record<Side, string>> = {
  debit: `${acts.debit}{accountName}, {accountNumber}, {bankName}, {bankAddress}, SWIFT {swiftCode}, routing {routingNumber}`,
  credit: `${acts.credit}{detail}`,
}

const moved = { debit: 'Moved to your account {detail}', credit: 'Moved from your account {detail}' }

/** The texts of a kind: what staff call it, and its description for each side; `{detail}` is what the side is told. */
type KindTexts = Readonly<Record<Side, string>> & { readonly label: string }

/**
 * The texts of each kind. The transactions that were sealed before they had a kind are proved with their descriptions, so these stay as
 * they are.
 */
export const kindTexts: Readonly<Record<KindName, KindTexts>> = {
  transfer: { label: 'To another bank', ...withBeneficiary },
  transfer_inside: { label: 'To another customer', ...withBeneficiary },
  plain_transfer: { label: 'Without a payee', debit: '{detail}', credit: '' },
  own_transfer: { label: 'Between own accounts', ...moved },
  pot_in: { label: 'Into a pot', debit: 'Moved into your pot “{detail}”', credit: '' },
  pot_out: { label: 'Out of a pot', debit: '', credit: 'Moved out of your pot “{detail}”' },
  round_up: { label: 'Round-up', debit: 'Rounded up into your pot “{detail}”', credit: '' },
  closing: { label: 'Closing of an account', ...moved },
  funding: { label: 'Funding', debit: '', credit: 'Account funded' },
  taking_back: { label: 'Taking back of a funding', debit: 'Funding taken back', credit: '' },
  provisional_credit: {
    label: 'Credit for a dispute',
    debit: '',
    credit: 'Provisional credit for a disputed payment',
  },
  credit_taking_back: {
    label: 'Taking back of a credit',
    debit: 'Provisional credit taken back',
    credit: '',
  },
}

/**
 * The description in parts: words, and between two of them the name of a fact. Empty words alone where the side reads nothing. An own
 * transfer of the transfer form names a beneficiary, too.
 */
export function partsOf(kind: KindName, side: Side, hasBeneficiary: boolean): readonly string[] {
  const text = (hasBeneficiary ? withBeneficiary : kindTexts[kind])[side]
  const parts = partsOfTexts.get(text) ?? text.split(/\{(\w+)\}/)
  partsOfTexts.set(text, parts)
  return parts
}

const partsOfTexts = new Map<string, readonly string[]>()

/** The description of a transaction for one of its sides. */
export function descriptionOf(side: Side, { kind, beneficiary, detail }: Told): string {
  return filledIn(partsOf(kind, side, beneficiary !== null), { ...beneficiary, detail })
}

/** The text of the parts with the facts that they name. */
export function filledIn(
  parts: readonly string[],
  facts: Readonly<Partial<Record<string, string | null>>>,
): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : (facts[part] ?? ''))).join('')
}

/** The side of an account in the transaction of one of its rows: what came back to the payer is a credit of a debit. */
export function sideOf({ type, change }: { type: Side; change: MoneyChange | null }): Side {
  if (change === null) return type
  return change === 'returned' || change === 'sent_again' ? 'debit' : 'credit'
}

/** The words before the description of a row; empty where no status change has booked it. */
export function changeInWords(change: MoneyChange | null): string {
  return change === null ? '' : changeTexts[change]
}
