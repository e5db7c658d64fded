import { endpoints } from '@bank/contract/endpoints'
import type { TransferInstruction } from '@bank/contract/transfers/form'
import type { TransactionView, TransferReceipt } from '@bank/contract/views'
import { call } from '../api/call.ts'
import { isProblem } from '../api/problem.ts'
import { isCertain, soon } from '../api/request-outcome.ts'

/**
 * Sends a transfer and stays with it until its outcome is certain: the transaction it made, or the bank's refusal,
 * which is thrown. An answer that does not come, or in which the bank itself is at a loss, says nothing about the money:
 * `onUnknown` hears of it, and after `pause` the bank is asked what became of the id, and if it knows of none, the
 * same transfer is sent again. The id makes that safe. `pause` throws to give up, with the outcome still unknown.
 */
export async function settleTransfer(
  instruction: TransferInstruction,
  { onUnknown, pause }: { onUnknown: () => void; pause: (attempt: number) => Promise<void> },
): Promise<TransactionView> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return seenBySender(await call(endpoints.sendTransfer, { body: instruction, signal: soon() }))
    } catch (error) {
      if (isCertain(error) && !isMereRepeat(error, attempt)) throw error
    }
    onUnknown()
    await pause(attempt)
    const booked = await lookUp(instruction).catch(() => undefined)
    if (booked) return booked
  }
}

/** Being told of too many repeats says nothing about what became of the first. */
function isMereRepeat(error: unknown, attempt: number): boolean {
  return attempt > 1 && isProblem(error) && error.code === 'too_many_attempts'
}

/** The transaction this very transfer made. One with the same id and other contents is left for the bank to refuse. */
async function lookUp(instruction: TransferInstruction): Promise<TransactionView | undefined> {
  const params = { id: instruction.transactionId }
  const found = await call(endpoints.readTransaction, { params, signal: soon() })
  return isSameTransfer(found, instruction) ? found : undefined
}

function isSameTransfer({ amount, beneficiary }: TransactionView, instruction: TransferInstruction): boolean {
  return (
    amount === instruction.amount &&
    beneficiary?.accountName === instruction.account_name &&
    beneficiary.accountNumber === instruction.account_number &&
    beneficiary.bankName === instruction.bank_name &&
    beneficiary.bankAddress === instruction.bank_address &&
    beneficiary.swiftCode === instruction.swift_code &&
    beneficiary.routingNumber === instruction.routing_number
  )
}

function seenBySender({ firstStatus, ...facts }: TransferReceipt): TransactionView {
  return { ...facts, type: 'debit', status: firstStatus }
}
