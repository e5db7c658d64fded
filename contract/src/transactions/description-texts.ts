import type { KindName } from '@bank/ledger/kinds'
import type { Beneficiary } from '@bank/ledger/transaction'

/** The side of a transaction: the one that pays, or the one that receives. */
export type Side = 'debit' | 'credit'

/** What a side of a transaction is told, as data. */
export type Told = {
  readonly kind: KindName
  readonly beneficiary: Beneficiary | null
  readonly detail: string | null
}

/** The words before the name of the payee and of the payer. */
export const acts: Readonly<Record<Side, string>> = { debit: 'Transfer to ', credit: 'Transfer from ' }

/** A side's text when a beneficiary is named (departure 18). */
const withBeneficiary: Readonly<Record<Side, string>> = {
  debit: `${acts.debit}{accountName}, {accountNumber}, {bankName}, {bankAddress}, SWIFT {swiftCode}, routing {routingNumber}`,
  credit: `${acts.credit}{detail}`,
}

const moved = { debit: 'Moved to your account {detail}', credit: 'Moved from your account {detail}' }

/**
 * The description of each kind of transaction, for each side; `{detail}` is what the side is told. The transactions that were sealed
 * before they had a kind are proved with these texts, so they stay as they are.
 */
const texts: Readonly<Record<KindName, Readonly<Record<Side, string>>>> = {
  transfer: withBeneficiary,
  transfer_inside: withBeneficiary,
  plain_transfer: { debit: '{detail}', credit: '' },
  own_transfer: moved,
  pot_in: { debit: 'Moved into your pot “{detail}”', credit: '' },
  pot_out: { debit: '', credit: 'Moved out of your pot “{detail}”' },
  round_up: { debit: 'Rounded up into your pot “{detail}”', credit: '' },
  closing: moved,
  funding: { debit: '', credit: 'Account funded' },
  taking_back: { debit: 'Funding taken back', credit: '' },
  provisional_credit: { debit: '', credit: 'Provisional credit for a disputed payment' },
  credit_taking_back: { debit: 'Provisional credit taken back', credit: '' },
}

/**
 * The description in parts: words, and between two of them the name of a fact. Empty words alone where the side reads nothing. An own
 * transfer of the transfer form names a beneficiary, too.
 */
export function partsOf(kind: KindName, side: Side, hasBeneficiary: boolean): readonly string[] {
  const text = (hasBeneficiary ? withBeneficiary : texts[kind])[side]
  const parts = partsOfTexts.get(text) ?? text.split(/\{(\w+)\}/)
  partsOfTexts.set(text, parts)
  return parts
}

const partsOfTexts = new Map<string, readonly string[]>()

/** The description of a transaction for one of its sides. */
export function descriptionOf(side: Side, { kind, beneficiary, detail }: Told): string {
  const facts: Readonly<Record<string, string | null>> = { ...beneficiary, detail }
  return partsOf(kind, side, beneficiary !== null)
    .map((part, index) => (index % 2 === 0 ? part : (facts[part] ?? '')))
    .join('')
}
