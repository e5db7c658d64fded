import type { endpoints } from '@bank/contract/endpoints'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { formatMinor, int64Max } from '@bank/ledger/money'
import { type Account, findOwnAccount } from '../accounts/account.ts'
import { refusalOf } from '../books/refusal-of.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'

type SendOwnTransfer = Call<typeof endpoints.sendOwnTransfer>

/**
 * Moves money from the account of the request to another one of the same customer and currency: one transaction, booked at once,
 * without a PIN. The same id with the same contents gets its first answer.
 */
export async function sendOwnTransfer(call: SendOwnTransfer): Promise<OwnTransferReceipt> {
  const { bank, actor, input, now, answer } = call
  const { account: from } = actor
  const to = await findOwnAccount(bank.db, actor.userId, input.to)
  if (!to) throw new Refusal('own_transfer_account_unknown')
  if (to.id === from.id) throw new Refusal('own_transfer_same_account')
  if (to.currency !== from.currency) throw new Refusal('own_transfer_currency_different')
  // Only the ledger limits it: the money stays with the customer.
  const limitMinor = int64Max
  const outcome = await bank.books.submit({
    kind: 'open_transaction',
    facts: factsOf(call, to),
    limitMinor,
    sender: { userId: actor.userId, pin: null },
  })
  if ('refusal' in outcome) {
    throw refusalOf(outcome.refusal, {
      limitMinor,
      currency: from.currency,
      now: now.getTime(),
      timeZone: bank.config.timeZone,
    })
  }
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  const { id, amountMinor, currency, createdAt } = outcome.transaction
  return {
    id,
    from: from.number,
    to: to.number,
    amount: formatMinor(amountMinor),
    currency,
    createdAt: new Date(createdAt).toISOString(),
  }
}

function factsOf({ bank, actor, input }: SendOwnTransfer, to: Account) {
  const { account: from } = actor
  return {
    id: input.transactionId,
    route: {
      source: from.id,
      inTransit: bank.books.internalAccounts[from.currency].inTransit,
      destination: to.id,
    },
    debitAccountId: from.id,
    creditAccountId: to.id,
    currency: from.currency,
    amountMinor: input.amount,
    debitDescription: `Moved to your account ${to.number}`,
    creditDescription: `Moved from your account ${from.number}`,
    beneficiary: null,
    firstStatus: 'success',
    madeBy: actor.userId,
    reference: null,
  } as const
}
