import { endpoints } from '@bank/contract/endpoints'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import type { TransferReceipt } from '@bank/contract/transfers/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { call } from '../api/call.ts'
import { type Intention, sendOnce, settle } from '../api/idempotency-key.ts'
import { isProblem } from '../api/problem.ts'
import { isRefusal, requestTimeout } from '../api/request-outcome.ts'

/** The transfer that a customer is making. There is one at a time in each tab. */
export function transferBy(sender: string): Intention {
  return { person: sender, purpose: 'transfer' }
}

/**
 * Sends a transfer and repeats it until its outcome is certain: the transaction it made, or the bank's refusal, which is thrown.
 * Without a certain answer `onUncertain` gets the transaction's id; after `pause` that transaction is requested, and if the bank
 * has none the transfer is sent again under the same id. `pause` throws to give up.
 */
export async function sendTransfer(
  transfer: TransferForm,
  intention: Intention,
  { onUncertain, pause }: { onUncertain: (id: string) => void; pause: (attempt: number) => Promise<void> },
): Promise<TransactionView> {
  for (let attempt = 1; ; attempt += 1) {
    let id = ''
    try {
      return await sendOnce(intention, async (transactionId) => {
        id = transactionId
        const body = {
          ...transfer,
          transactionId,
          amount: formatMinor(transfer.amount),
          // A process of the version before knows no reference, and refuses fields that it does not know.
          reference: transfer.reference || undefined,
        }
        return seenBySender(await call(endpoints.sendTransfer, { body, signal: requestTimeout() }))
      })
    } catch (error) {
      if (isRefusal(error) && !isTooManyRepeats(error, attempt)) throw error
    }
    onUncertain(id)
    await pause(attempt)
    const booked = await findBooked(id, transfer).catch(() => undefined)
    if (booked) {
      settle(intention, id)
      return booked
    }
  }
}

/** A limit on repeats says nothing about the outcome of the first attempt. */
function isTooManyRepeats(error: unknown, attempt: number): boolean {
  return attempt > 1 && isProblem(error) && error.code === 'too_many_attempts'
}

/** The transaction this transfer made. One with the same id and other contents is left for the bank to refuse. */
async function findBooked(id: string, transfer: TransferForm): Promise<TransactionView | undefined> {
  const found = await call(endpoints.readTransaction, { params: { id }, signal: requestTimeout() })
  return isSameTransfer(found, transfer) ? found : undefined
}

function isSameTransfer(
  { amount, beneficiary, reference }: TransactionView,
  transfer: TransferForm,
): boolean {
  return (
    minorOf(amount) === transfer.amount &&
    // A process of the version before answers without the field.
    (reference === undefined || (reference ?? '') === transfer.reference) &&
    beneficiary?.accountName === transfer.account_name &&
    beneficiary.accountNumber === transfer.account_number &&
    beneficiary.bankName === transfer.bank_name &&
    beneficiary.bankAddress === transfer.bank_address &&
    beneficiary.swiftCode === transfer.swift_code &&
    beneficiary.routingNumber === transfer.routing_number
  )
}

function seenBySender({ firstStatus, ...facts }: TransferReceipt): TransactionView {
  const counterparty = facts.beneficiary.accountName
  // The answer to a transfer has no balance, and the receipt shows none.
  return { ...facts, type: 'debit', status: firstStatus, counterparty, balanceAfter: null }
}
