import { ownNumberOf } from '@bank/contract/beneficiaries/account-key'
import type { endpoints } from '@bank/contract/endpoints'
import type { TransferInstruction } from '@bank/contract/transfers/form'
import { noLedgerAccount } from '@bank/ledger/ledger-account'
import type { Beneficiary, Movement } from '@bank/ledger/transaction'
import { findAccountByNumber } from '../accounts/account.ts'
import type { Call, Verb } from '../call.ts'
import { receiptOf, startTransfer, submitTransfer } from './submitted-transfer.ts'

/**
 * Sends money to a beneficiary (specification §5, Transfer). A transfer to another bank is pending; one inside the bank
 * arrives at once, or when the undo time of its sender is over: when the bank name is this bank's, whose account the number must be, or the number is an IBAN of this bank
 * (departure 17).
 */
export const sendTransfer: Verb<'sendTransfer'> = async (call) => {
  const transaction = await submitTransfer(call, await movementOf(call))
  return {
    ...receiptOf(transaction),
    beneficiary: transaction.beneficiary!,
    reference: transaction.reference,
  }
}

async function movementOf(call: Call<typeof endpoints.sendTransfer>): Promise<Movement> {
  const { bank, actor, input } = call
  const beneficiary = beneficiaryOf(input)
  const sent = { ...startTransfer(call), beneficiary, reference: input.reference || null }
  const number = ownNumberOf(input, bank.config)
  if (number === undefined) return { ...sent, kind: 'transfer' }
  const receiver = await findAccountByNumber(bank.db, number)
  const kind = receiver?.userId === actor.userId ? 'own_transfer' : 'transfer_inside'
  // The books refuse an account that does not exist, after the PIN.
  return { ...sent, kind, to: receiver?.id ?? noLedgerAccount, creditDetail: actor.name }
}

function beneficiaryOf(input: TransferInstruction): Beneficiary {
  return {
    accountName: input.account_name,
    accountNumber: input.account_number,
    bankName: input.bank_name,
    bankAddress: input.bank_address,
    swiftCode: input.swift_code,
    routingNumber: input.routing_number,
  }
}
