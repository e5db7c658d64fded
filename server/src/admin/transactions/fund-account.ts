import { momentText } from '@bank/contract/date-text'
import type { endpoints } from '@bank/contract/endpoints'
import type { Account } from '../../accounts/account.ts'
import type { Bank } from '../../bank.ts'
import type { Call, Verb } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { firstPostingOf, readBalancesAfter } from '../../transactions/balances-after.ts'
import { findFundingSince, findTransaction, transactionView } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { fundingPayload } from '../approvals/funding-act.ts'
import { waitForSecondPerson } from '../approvals/needed-approval.ts'
import { findChosenAccount } from '../users/account-of-user.ts'
import { bookFunding } from './funding-movement.ts'

// Long enough for two administrators who answer the same request, short enough not to ask about two payments of one day.
const momentMinutes = 10

/**
 * Funds an account of a customer from the bank's settlement account (specification §4, Admin funding; departure 14). An
 * administrator cannot fund their own account. The same id with the same contents is one funding. The same amount again within ten
 * minutes, by any administrator, is refused unless the caller knows of it: a reminder, so two at the very same moment are both booked.
 * Above APPROVAL_ABOVE it waits for a second person where there is one (departure 62).
 */
export const fundAccount: Verb<'fundAccount'> = async (call) => {
  const { bank, actor, params, query, input, now } = call
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findChosenAccount(bank.db, params.id, query.account)
  if (!input.again) await refuseRepeated(bank, account, input, now)
  const needsTwo = await isForTwo(bank, account, input)
  const waiting = await waitForSecondPerson(bank, actor, { ...requestOf(account, input), needsTwo }, now)
  if (waiting) return waiting
  const transaction = await whileAdministrator(bank.db, actor, now, () => {
    const { transactionId: id, amount: amountMinor, reason, reference } = input
    const funding = { id, account, amountMinor, reason, reference, madeBy: actor.userId }
    return bookFunding(call, funding, { hasNoSecondPerson: needsTwo })
  })
  const balances = await readBalancesAfter(bank.db, account.id, [firstPostingOf(transaction)])
  return transactionView(transaction, account.id, balances)
}

type Input = Call<typeof endpoints.fundAccount>['input']

/** Whether a funding needs a second person. What the books refuse anyway, or have booked already, they answer. */
async function isForTwo(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  { closedAt }: Account,
  { amount, transactionId }: Input,
): Promise<boolean> {
  if (amount <= config.approvalAboveMinor || amount > config.fundingLimitMinor || closedAt) return false
  return !(await findTransaction(db, transactionId))
}

function requestOf(account: Account, { transactionId: id, amount, reason, reference }: Input) {
  const payload = fundingPayload(account, { amountMinor: amount, reference })
  return { id, act: 'funding' as const, subjectId: account.userId, payload, reason }
}

/** Throws when another funding of the same amount was made a moment ago. A repeat of a funding is answered by the books. */
async function refuseRepeated(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  { id: accountId }: Account,
  { amount: amountMinor, transactionId }: Input,
  now: Date,
): Promise<void> {
  // The books refuse it anyway, and the database could not compare it.
  if (amountMinor > config.fundingLimitMinor) return
  const since = new Date(now.getTime() - momentMinutes * 60_000)
  const earlier = await findFundingSince(db, { accountId, amountMinor, since, exceptId: transactionId })
  if (!earlier) return
  const time = momentText(earlier.createdAt, config.timeZone, 'long')
  throw new Refusal('funded_already', { name: earlier.madeBy, time })
}
