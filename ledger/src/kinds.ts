import type { Detail, Kind } from './kind.ts'
import { closing } from './kinds/closing.ts'
import { creditTakingBack } from './kinds/credit-taking-back.ts'
import { funding } from './kinds/funding.ts'
import { ownTransfer } from './kinds/own-transfer.ts'
import { plainTransfer } from './kinds/plain-transfer.ts'
import { potIn } from './kinds/pot-in.ts'
import { potOut } from './kinds/pot-out.ts'
import { provisionalCredit } from './kinds/provisional-credit.ts'
import { roundUp } from './kinds/round-up.ts'
import { takingBack } from './kinds/taking-back.ts'
import { transfer } from './kinds/transfer.ts'
import { transferInside } from './kinds/transfer-inside.ts'

/** Every kind of movement of money, by the name that the books keep. A new kind is one file and one line here. */
export const kinds = {
  transfer,
  transfer_inside: transferInside,
  plain_transfer: plainTransfer,
  own_transfer: ownTransfer,
  pot_in: potIn,
  pot_out: potOut,
  round_up: roundUp,
  closing,
  funding,
  taking_back: takingBack,
  provisional_credit: provisionalCredit,
  credit_taking_back: creditTakingBack,
} satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds

export const kindNames = Object.keys(kinds) as KindName[]

/**
 * What a side of a transaction is told beside the beneficiary; null where it is nothing. A customer who names their own account as a
 * beneficiary's is told there of the payer, as another customer would be.
 */
export function detailOf(side: 'debit' | 'credit', name: KindName, hasBeneficiary: boolean): Detail | null {
  const { debitDetail, creditDetail }: Kind = kinds[name]
  if (side === 'debit') return hasBeneficiary ? null : debitDetail
  return creditDetail !== null && hasBeneficiary ? 'payer' : creditDetail
}

/** Whether both sides of a kind are customers' accounts: no pot and none of the bank's own. */
export function isBetweenAccounts(name: KindName): boolean {
  return kinds[name].source === 'account' && kinds[name].destination === 'account'
}

/** The names of the kinds with a property. */
export function kindsThat(
  is: { [Property in keyof Kind]: Kind[Property] extends boolean ? Property : never }[keyof Kind],
): KindName[] {
  return kindNames.filter((name) => kinds[name][is])
}
