import type { Readable } from 'node:stream'
import type { endpoints } from '@bank/contract/endpoints'
import { findChosenAccount } from '../admin/users/account-of-user.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { drawInThread } from '../pdf/drawing-thread.ts'
import { letterheadOf } from '../pdf/letterhead.ts'
import { addressLines } from '../pdf/postal-address.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { exportFile } from '../statements/one-export.ts'
import type { Holder } from '../statements/statement.ts'
import { readUser } from '../users/user.ts'
import { readPayeeNameMasked } from './payee-name.ts'
import { receiptOf } from './receipt-paper.ts'
import { describeTransaction, findOwnTransaction } from './transaction.ts'

/**
 * The receipt of one of the caller's transactions as a PDF, with its current status. Throws `transaction_not_found` for
 * another customer's, and `export_under_way` during another download of the same user.
 */
export function downloadReceipt(call: Call<typeof endpoints.downloadReceipt>): Promise<Readable> {
  return exportReceipt(call, call.actor, call.params.id)
}

/** The receipt of a customer's transaction for staff, as one side of it has it, with an audit event. */
export async function downloadReceiptOfUser(
  call: Call<typeof endpoints.downloadReceiptOfUser>,
): Promise<Readable> {
  const { bank, actor, params, query, now } = call
  const account = await findChosenAccount(bank.db, params.id, query.account)
  const holder = { userId: params.id, account }
  return exportReceipt(call, holder, params.transactionId, async () => {
    const details = { transactionId: params.transactionId, accountNumber: account.number }
    const event = { action: 'receipt_downloaded', target: params.id, details, now } as const
    await inTransaction(bank.db, (connection) => recordAudit(connection, { actorId: actor.userId, ...event }))
  })
}

type Request = Pick<Call<typeof endpoints.downloadReceipt>, 'bank' | 'actor' | 'now' | 'answer' | 'signalOf'>

function exportReceipt(
  call: Request,
  holder: Omit<Holder, 'name'>,
  id: string,
  record?: () => Promise<void>,
): Promise<Readable> {
  const { bank, now, answer, signalOf } = call
  const signal = signalOf()
  return exportFile(call, async () => {
    const { id: accountId, number } = holder.account
    const [transaction, user] = await Promise.all([
      findOwnTransaction(bank.db, id, accountId),
      readUser(bank.db, holder.userId),
    ])
    if (!transaction) throw new Refusal('transaction_not_found')
    await record?.()
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
