import { ownNumberOf, plainNumberOf } from '@bank/contract/beneficiaries/account-key'
import type { endpoints } from '@bank/contract/endpoints'
import type { PayeeCheck } from '@bank/contract/transfers/view'
import type { Currency } from '@bank/ledger/currency'
import { findAccount, findAccountByNumber, findHolderName, requireSender } from '../accounts/account.ts'
import type { Call, Verb } from '../call.ts'
import { compareNames } from './name-comparison.ts'
import { countPayeeCheck } from './payee-checks.ts'

/**
 * Tells a sender before the transfer whether the name fits the account, for accounts of this bank (decision 72). The answer is the same for
 * an account that does not exist, a closed one and one of another bank. It names the holder only where the names are close. An account in
 * another currency, to which the transfer cannot be made, has an answer of its own.
 */
export const checkPayee: Verb<'checkPayee'> = async (call) => {
  // Only a customer who can send may check a payee.
  const from = (await findAccount(call.bank.db, call.actor.account.id))!
  requireSender(from)
  // Before anything is looked up, and in the database: many requests at once, to any number of processes, learn no more.
  const isCounted = await countPayeeCheck(call.bank.db, call.actor.userId, call.now)
  return isCounted ? compare(call, from.currency) : { result: 'not_checked', holder: null }
}

async function compare(
  { bank, input }: Call<typeof endpoints.checkPayee>,
  currency: Currency,
): Promise<PayeeCheck> {
  // Also for another bank's account: each answer that a check is not possible takes this one query.
  const account = await findAccountByNumber(bank.db, plainNumberOf(input.account_number, bank.config))
  if (account === undefined || account.closedAt !== null) return { result: 'not_possible', holder: null }
  if (ownNumberOf(input, bank.config) === undefined) return { result: 'other_bank_name', holder: null }
  if (account.currency !== currency) return { result: 'other_currency', holder: null }
  const holder = await findHolderName(bank.db, account.id)
  const result = compareNames(input.account_name, holder)
  return { result, holder: result === 'close_match' ? holder : null }
}
