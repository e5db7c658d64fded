import type { BooksRefusal } from '@bank/ledger/command'
import { int64Max } from '@bank/ledger/money'
import { findAccount } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import { Refusal } from '../../refusal.ts'
import { firstPostingOf, readBalancesAfter } from '../../transactions/balances-after.ts'
import { findTransaction, transactionView } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'

/**
 * Takes back a funding, or a part of it, up to the balance of the account: a movement of its own, which is final. All that is taken back
 * of a funding is at most its amount, which the books decide under the account's lock. Refused for the administrator's own account.
 */
export const takeBackFunding: Verb<'takeBackFunding'> = async (call) => {
  const { bank, actor, params, input, now } = call
  const funding = await findTransaction(bank.db, params.id)
  if (funding?.kind !== 'funding') throw new Refusal('transaction_not_found')
  const account = (await findAccount(bank.db, funding.creditAccountId!))!
  if (account.userId === actor.userId) throw new Refusal('own_account_edited')
  const transaction = await whileAdministrator(bank.db, actor, now, () =>
    submitMovement(
      call,
      {
        kind: 'taking_back',
        id: input.transactionId,
        from: account.id,
        currency: account.currency,
        amountMinor: input.amount,
        creditDetail: funding.id,
        madeBy: actor.userId,
      },
      {
        limitMinor: int64Max,
        authority: { by: 'bank' },
        audit: {
          action: 'funding_taken_back',
          target: account.userId,
          ...(!account.isMain && { accountNumber: account.number }),
          reason: input.reason,
        },
        refuse: refusalOfTakingBack,
      },
    ),
  )
  const balances = await readBalancesAfter(bank.db, account.id, [firstPostingOf(transaction)])
  return transactionView(transaction, account.id, balances)
}

function refusalOfTakingBack(refusal: BooksRefusal): Refusal | undefined {
  if (refusal.code === 'status_changed') return new Refusal('funding_not_arrived', { status: refusal.status })
  return refusal.code === 'limit_exceeded' ? new Refusal('amount_too_large') : undefined
}
