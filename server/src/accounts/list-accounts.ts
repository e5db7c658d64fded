import type { Verb } from '../call.ts'
import { accountViewsOf, findAccountsOfUser } from './account.ts'

/** The caller's accounts with their balances in one snapshot: the main one, then the others, oldest first. */
export const listAccounts: Verb<'listAccounts'> = async ({ bank, actor }) => {
  const accounts = await findAccountsOfUser(bank.db, actor.userId)
  return { accounts: await accountViewsOf(bank.db, accounts, bank.config.bankCode) }
}
