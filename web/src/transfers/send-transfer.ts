import { endpoints } from '@bank/contract/endpoints'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import type { TransferReceipt } from '@bank/contract/transfers/view'
import { formatMinor, minorOf } from '@bank/ledger/money'
import { call } from '../api/call.ts'
import { type AccountChoice, choiceOf } from '../api/chosen-account.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { sendUntilCertain, type Waiting } from '../sending/send-until-certain.ts'
import { type Sender, transferBy } from '../sending/transfer-name.ts'

/**
 * Sends a transfer and repeats it until its outcome is certain: the transaction it made, or the bank's refusal, which is thrown.
 * Between two attempts the transaction is requested.
 */
export function sendTransfer(
  transfer: TransferForm,
  sender: Sender,
  waiting: Waiting,
): Promise<TransactionView> {
  const query = { account: choiceOf(sender.account) }
  const send = async (transactionId: string) => {
    const body = { ...transfer, transactionId, amount: formatMinor(transfer.amount) }
    return seenBySender(await call(endpoints.sendTransfer, { query, body, signal: requestTimeout() }))
  }
  return sendUntilCertain(transferBy(sender), send, {
    ...waiting,
    find: (id) => findBooked(id, transfer, query),
  })
}

/** The transaction this transfer made. One with the same id and other contents is left for the bank to refuse. */
async function findBooked(
  id: string,
  transfer: TransferForm,
  query: { account: AccountChoice },
): Promise<TransactionView | undefined> {
  const found = await call(endpoints.readTransaction, { params: { id }, query, signal: requestTimeout() })
  return isSameTransfer(found, transfer) ? found : undefined
}

function isSameTransfer(
  { amount, beneficiary, reference }: TransactionView,
  transfer: TransferForm,
): boolean {
  return (
    minorOf(amount) === transfer.amount &&
    (reference ?? '') === transfer.reference &&
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
  const parties = { counterparty, otherAccount: null, pot: null }
  return { ...facts, ...parties, type: 'debit', status: firstStatus, balanceAfter: null }
}
