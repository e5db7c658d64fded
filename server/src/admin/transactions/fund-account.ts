import { momentText } from '@bank/contract/date-text'
import type { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { formatMinor } from '@bank/ledger/money'
import type { Account } from '../../accounts/account.ts'
import type { Bank } from '../../bank.ts'
import type { Call, Verb } from '../../call.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import { Refusal } from '../../refusal.ts'
import { firstPostingOf, readBalancesAfter } from '../../transactions/balances-after.ts'
import { findFundingSince, transactionView } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findChosenAccount } from '../users/account-of-user.ts'

// Long enough for two administrators who answer the same request, short enough not to ask about two payments of one day.
const momentMinutes = 10

/**
 * Funds an account of a customer from the bank's settlement account (specification §4, Admin funding; departure 14). An
 * administrator cannot fund their own account. The same id with the same contents is one funding. The same amount again within ten
 * minutes, by any administrator, is refused unless the caller knows of it: a reminder, so two at the very same moment are both booked.
 */
export const fundAccount: Verb<'fundAccount'> = async (call) => {
  const { bank, actor, params, query, input, now } = call
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findChosenAccount(bank.db, params.id, query.account)
  if (!input.again) await refuseRepeated(bank, account, input, now)
  return whileAdministrator(bank.db, actor, now, () => fund(account, call))
}

async function fund(account: Account, call: Call<typeof endpoints.fundAccount>) {
  const { bank, actor, params, input } = call
  const { id: to, currency, isMain, number } = account
  const { fundingLimitMinor: limitMinor } = bank.config
  const facts = { id: input.transactionId, to, currency, amountMinor: input.amount, madeBy: actor.userId }
  const audit = {
    action: 'account_funded' as const,
    target: params.id,
    ...(!isMain && { accountNumber: number }),
    reason: input.reason,
    reference: input.reference,
  }
  const transaction = await submitMovement(
    call,
    { kind: 'funding', ...facts },
    {
      limitMinor,
      authority: { by: 'bank' },
      audit,
      refuse: ({ code }) => {
        if (code !== 'limit_exceeded') return undefined
        return new Refusal('funding_limit_exceeded', {
          limit: formatMoney(formatMinor(limitMinor), currency),
        })
      },
    },
  )
  const balances = await readBalancesAfter(bank.db, to, [firstPostingOf(transaction)])
  return transactionView(transaction, to, balances)
}

/** Throws when another funding of the same amount was made a moment ago. A repeat of a funding is answered by the books. */
async function refuseRepeated(
  { db, config }: Pick<Bank, 'db' | 'config'>,
  { id: accountId }: Account,
  { amount: amountMinor, transactionId }: Call<typeof endpoints.fundAccount>['input'],
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
