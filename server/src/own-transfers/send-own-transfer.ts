import type { endpoints } from '@bank/contract/endpoints'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { formatMinor } from '@bank/ledger/money'
import type { Call } from '../call.ts'
import { bookOwnTransfer, requireOtherAccount } from './own-transfer.ts'

/**
 * Moves money from the account of the request to another one of the same customer and currency. The same id with the same contents
 * gets its first answer.
 */
export async function sendOwnTransfer({
  bank,
  actor: { userId, account: from },
  input: { transactionId, to: number, amount: amountMinor },
  now,
  answer,
}: Call<typeof endpoints.sendOwnTransfer>): Promise<OwnTransferReceipt> {
  const to = await requireOtherAccount(bank.db, userId, from, number)
  const transfer = { transactionId, from, to, amountMinor }
  const { transaction, replayed } = await bookOwnTransfer(bank, userId, transfer, now)
  if (replayed) answer.header('Idempotency-Replayed', 'true')
  return {
    id: transactionId,
    from: from.number,
    to: to.number,
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    createdAt: new Date(transaction.createdAt).toISOString(),
  }
}
