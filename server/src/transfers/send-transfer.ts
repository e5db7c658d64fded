import type { endpoints } from '@bank/contract/endpoints'
import type { Movement } from '@bank/ledger/transaction'
import type { Call, Verb } from '../call.ts'
import { payeeSideOf } from './payee-side.ts'
import { receiptOf, startTransfer, submitTransfer } from './submitted-transfer.ts'

/**
 * Sends money to a beneficiary (specification §5, Transfer). A transfer to another bank is pending; one inside the bank
 * arrives at once, or when the undo time of its sender is over.
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
  return { ...startTransfer(call), ...(await payeeSideOf(call.bank, call.actor, call.input)) }
}
