import { formatMinor } from '@bank/ledger/money'
import type { Verb } from '../call.ts'
import { bookOwnTransfer, requireOtherAccount } from './own-transfer.ts'

/**
 * Moves money from the account of the request to another one of the same customer and currency. The same id with the same contents
 * gets its first answer.
 */
export const sendOwnTransfer: Verb<'sendOwnTransfer'> = async (call) => {
  const { userId, account: from } = call.actor
  const { transactionId, to: number, amount: amountMinor } = call.input
  const to = await requireOtherAccount(call.bank.db, userId, from, number)
  const transfer = { kind: 'own_transfer', transactionId, from, to, amountMinor } as const
  const transaction = await bookOwnTransfer(call, userId, transfer)
  return {
    id: transactionId,
    from: from.number,
    to: to.number,
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    createdAt: new Date(transaction.createdAt),
  }
}
