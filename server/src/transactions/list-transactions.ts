import { requestedAccounts } from '../accounts/account.ts'
import type { Verb } from '../call.ts'
import { readHistoryPage } from './history-page.ts'

/** A page of the filtered history of the caller's account, or of all their accounts. */
export const listTransactions: Verb<'listTransactions'> = async ({ bank, actor, query }) => {
  const accounts = await requestedAccounts(bank.db, actor, query.account)
  return readHistoryPage(bank, accounts, query, { isCustomer: true })
}
