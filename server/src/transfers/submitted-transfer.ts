import type { Endpoint } from '@bank/contract/endpoint'
import { descriptionOf } from '@bank/contract/transactions/description-texts'
import type { TransferInstruction } from '@bank/contract/transfers/form'
import type { BooksRefusal } from '@bank/ledger/command'
import { formatMinor } from '@bank/ledger/money'
import type { Movement, Transaction } from '@bank/ledger/transaction'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { recordAuditOnce } from '../audit/repeated-events.ts'
import type { Actor, Call } from '../call.ts'
import { pinLockedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { submitMovement } from '../movements/submitted-movement.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { undoMillisecondsOf } from '../transactions/release.ts'

/** A customer's call that sends money out of the account of the call. */
type TransferCall = Pick<Call<Endpoint>, 'bank' | 'now' | 'origin' | 'answer'> & {
  readonly actor: Actor
  readonly input: Pick<TransferInstruction, 'transactionId' | 'amount' | 'transaction_pin'>
}

/** What every transfer's movement has: the id, the sender's account and the amount in minor units. */
export function startTransfer({ actor, input }: TransferCall) {
  return {
    id: input.transactionId,
    from: actor.account.id,
    currency: actor.account.currency,
    amountMinor: input.amount,
    madeBy: actor.userId,
  }
}

/** Moves the money. The books check the account's state, PIN, limit and funds under the account's lock. */
export async function submitTransfer(call: TransferCall, movement: Movement): Promise<Transaction> {
  const { bank, actor, input } = call
  return submitMovement(call, movement, {
    // Also for an account of the sender's own that is named like a beneficiary's.
    limitMinor: bank.config.transferLimitMinor,
    undoMilliseconds: undoMillisecondsOf(movement.kind, actor, bank.config),
    authority: {
      by: 'pin',
      userId: actor.userId,
      pin: input.transaction_pin,
      // Otherwise it was read for this request.
      session: actor.isRecalled ? actor : undefined,
    },
    refuse: (refusal) => refuse(call, movement, refusal),
  })
}

/** The refusal of a closed receiver. A PIN that was just locked and a try on an inactive account are audited. */
async function refuse(
  call: TransferCall,
  { to }: Movement,
  refusal: BooksRefusal,
): Promise<Refusal | undefined> {
  const { bank, actor, now } = call
  if (refusal.code === 'account_closed' && refusal.closed === to) return new Refusal('payee_account_closed')
  const { userId } = actor
  if (refusal.code === 'account_inactive') {
    const action = 'transfer_refused_inactive'
    await recordAuditOnce(bank.db, { actorId: userId, action, target: userId, now })
  }
  if (refusal.code === 'pin_locked' && refusal.byThisTry) {
    await inTransaction(bank.db, async (connection) => {
      await queueMail(connection, withOccasion(pinLockedMail(bank.config.bankName, actor), call), now)
      await recordOwnAct(connection, { userId, now }, 'pin_locked')
    })
  }
  return undefined
}

/** The facts of a transfer that its sender gets in the answer: the same for each kind of payee. */
export function receiptOf(transaction: Transaction) {
  return {
    id: transaction.id,
    kind: transaction.kind,
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    description: descriptionOf('debit', { ...transaction, detail: transaction.debitDetail }),
    firstStatus: transaction.firstStatus,
    createdAt: new Date(transaction.createdAt),
  }
}
