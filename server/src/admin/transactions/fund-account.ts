import type { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { formatMinor } from '@bank/ledger/money'
import type { Account } from '../../accounts/account.ts'
import type { Call, Verb } from '../../call.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import { Refusal } from '../../refusal.ts'
import { firstPostingOf, readBalancesAfter } from '../../transactions/balances-after.ts'
import { transactionView } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findChosenAccount } from '../users/account-of-user.ts'

/**
 * Funds an account of a customer from the bank's settlement account (specification §4, Admin funding; departure 14). An
 * administrator cannot fund their own account. The same id with the same contents is one funding.
 */
export const fundAccount: Verb<'fundAccount'> = async (call) => {
  const { bank, actor, params, query } = call
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findChosenAccount(bank.db, params.id, query.account)
  return whileAdministrator(bank.db, actor.userId, () => fund(account, call))
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
