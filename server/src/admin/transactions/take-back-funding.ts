import { findAccount } from '../../accounts/account.ts'
import type { Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { firstPostingOf, readBalancesAfter } from '../../transactions/balances-after.ts'
import { findTransaction, transactionView } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import { takingBackPayload } from '../approvals/taking-back-act.ts'
import { bookTakingBack } from './taking-back-movement.ts'

/**
 * Takes back a funding, or a part of it, up to the balance of the account: a movement of its own, which is final. All that is taken back
 * of a funding is at most its amount, which the books decide under the account's lock. Refused for the administrator's own account.
 * Above APPROVAL_ABOVE it waits for a second person where there is one.
 */
export const takeBackFunding: Verb<'takeBackFunding'> = async (call) => {
  const { bank, actor, params, input, now } = call
  const { transactionId: id, amount: amountMinor, reason } = input
  const funding = await findTransaction(bank.db, params.id)
  if (funding?.kind !== 'funding') throw new Refusal('transaction_not_found')
  const account = (await findAccount(bank.db, funding.creditAccountId!))!
  if (account.userId === actor.userId) throw new Refusal('own_account_edited')
  const takingBack = { id, fundingId: funding.id, account, amountMinor, reason, madeBy: actor.userId }
  // What the books refuse anyway, or have booked already, they answer.
  const needsTwo =
    amountMinor > bank.config.approvalAboveMinor &&
    amountMinor <= funding.amountMinor &&
    !account.closedAt &&
    !(await findTransaction(bank.db, id))
  const payload = takingBackPayload(takingBack)
  const requested = { id, act: 'taking_back' as const, subjectId: account.userId, payload, reason, needsTwo }
  const waiting = await waitForSecondPerson(bank, actor, requested, now)
  if (waiting) return waiting
  const transaction = await whileAdministrator(bank.db, actor, now, () =>
    bookTakingBack(call, takingBack, { hasNoSecondPerson: needsTwo }),
  )
  const balances = await readBalancesAfter(bank.db, account.id, [firstPostingOf(transaction)])
  return transactionView(transaction, account.id, balances)
}
