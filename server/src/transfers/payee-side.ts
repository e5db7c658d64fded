import { ownNumberOf } from '@bank/contract/beneficiaries/account-key'
import type { TransferForm } from '@bank/contract/transfers/form'
import { noLedgerAccount } from '@bank/ledger/ledger-account'
import type { Beneficiary, Movement } from '@bank/ledger/transaction'
import { findAccountByNumber } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import type { Actor } from '../call.ts'

/** What a transfer's movement says of its payee. */
type PayeeSide = Pick<Movement, 'kind' | 'to' | 'creditDetail'> & {
  readonly beneficiary: Beneficiary
  readonly reference: string | null
}

/**
 * The payee's side of a transfer. It stays inside the bank when the bank name is this bank's, whose account the number must be, or the
 * number is an IBAN of this bank (departure 17).
 */
export async function payeeSideOf(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  actor: Pick<Actor, 'userId' | 'name'>,
  input: Omit<TransferForm, 'amount' | 'transaction_pin'>,
): Promise<PayeeSide> {
  const side = { beneficiary: beneficiaryOf(input), reference: input.reference || null }
  const number = ownNumberOf(input, config)
  if (number === undefined) return { ...side, kind: 'transfer' }
  const receiver = await findAccountByNumber(db, number)
  const kind = receiver?.userId === actor.userId ? 'own_transfer' : 'transfer_inside'
  // An account that does not exist is refused after the PIN.
  return { ...side, kind, to: receiver?.id ?? noLedgerAccount, creditDetail: actor.name }
}

function beneficiaryOf(input: Omit<TransferForm, 'amount' | 'transaction_pin'>): Beneficiary {
  return {
    accountName: input.account_name,
    accountNumber: input.account_number,
    bankName: input.bank_name,
    bankAddress: input.bank_address,
    swiftCode: input.swift_code,
    routingNumber: input.routing_number,
  }
}
