import type { Readable } from 'node:stream'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { drawInThread } from '../pdf/drawing-thread.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import { addressLines } from '../pdf/postal-address.ts'
import { Refusal } from '../refusal.ts'
import { exportFile } from '../statements/one-export.ts'
import { readUser } from '../users/user.ts'
import { readPayeeNameMasked } from './payee-name.ts'
import { receiptOf } from './receipt-paper.ts'
import { describeTransaction, findOwnTransaction } from './transaction.ts'

/**
 * The receipt of one of the caller's transactions as a PDF, with its current status. Throws `transaction_not_found` for
 * another customer's, and `export_under_way` during another download of the same user.
 */
export function downloadReceipt(call: Call<typeof endpoints.downloadReceipt>): Promise<Readable> {
  const { bank, actor, params, now, answer, signal } = call
  return exportFile(call, async () => {
    const { id: accountId, number } = actor.account
    const [transaction, user] = await Promise.all([
      findOwnTransaction(bank.db, params.id, accountId),
      readUser(bank.db, actor.userId),
    ])
    if (!transaction) throw new Refusal('transaction_not_found')
    const payeeNameMasked = await readPayeeNameMasked(bank.db, transaction, accountId)
    const paper = receiptOf(
      { ...describeTransaction(transaction, accountId), payeeNameMasked },
      {
        letterhead: letterheadOf(bank, now),
        address: addressLines(user),
        accountNumber: number,
        name: user.name,
      },
    )
    // Not queued behind another customer's long statement, which has its own worker thread.
    const file = new URL('./draw-receipt.ts', import.meta.url)
    const draw = () => drawInThread({ file, content: paper, signal })
    const bytes = await bank.drawings('receipt', draw, signal)
    answer.header('content-length', String(bytes.length))
    return { name: `receipt-${transaction.id}.pdf`, pieces: [bytes] }
  })
}
