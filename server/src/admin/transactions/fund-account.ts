import type { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { TransactionView } from '@bank/contract/transactions/view'
import { formatMinor } from '@bank/ledger/money'
import type { Account } from '../../accounts/account.ts'
import { refusalOf } from '../../books/refusal-of.ts'
import type { Call } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { firstPostingOf, readBalancesAfter } from '../../transactions/balances-after.ts'
import { transactionView } from '../../transactions/transaction.ts'
import { whileAdministrator } from '../administrator-act.ts'
import { findChosenAccount } from '../users/account-of-user.ts'

/**
 * Funds an account of a customer from the bank's settlement account (specification §4, Admin funding; departure 14). An
 * administrator cannot fund their own account. The same id with the same contents is one funding.
 */
export async function fundAccount(call: Call<typeof endpoints.fundAccount>): Promise<TransactionView> {
  const { bank, actor, params, query } = call
  if (params.id === actor.userId) throw new Refusal('own_account_edited')
  const account = await findChosenAccount(bank.db, params.id, query.account)
  return whileAdministrator(bank.db, actor.userId, () => fund(account, call))
}

async function fund(
  account: Account,
  { bank, actor, params, input, now, answer }: Call<typeof endpoints.fundAccount>,
): Promise<TransactionView> {
  const { settlement, inTransit } = bank.books.internalAccounts[account.currency]
  const { fundingLimitMinor: limitMinor } = bank.config
  const outcome = await bank.books.submit({
    kind: 'open_transaction',
    facts: {
      id: input.transactionId,
      route: { source: settlement, inTransit, destination: account.id },
      debitAccountId: null,
      creditAccountId: account.id,
      currency: account.currency,
      amountMinor: input.amount,
      debitDescription: null,
      creditDescription: 'Account funded',
      beneficiary: null,
      firstStatus: 'success',
      madeBy: actor.userId,
      reference: null,
    },
    limitMinor,
    sender: null,
    audit: {
      action: 'account_funded',
      target: params.id,
      ...(!account.isMain && { accountNumber: account.number }),
    },
  })
  if ('refusal' in outcome) {
    const { currency } = account
    if (outcome.refusal.code === 'limit_exceeded') {
      throw new Refusal('funding_limit_exceeded', { limit: formatMoney(formatMinor(limitMinor), currency) })
    }
    throw refusalOf(outcome.refusal, {
      limitMinor,
      currency,
      now: now.getTime(),
      timeZone: bank.config.timeZone,
    })
  }
  if (outcome.replayed) answer.header('Idempotency-Replayed', 'true')
  const { transaction } = outcome
  const balances = await readBalancesAfter(bank.db, account.id, [firstPostingOf(transaction)])
  return transactionView(transaction, account.id, balances)
}
