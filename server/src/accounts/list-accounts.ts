import type { AccountList } from '@bank/contract/accounts/view'
import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { accountView, findAccountsOfUser, readFundsOf } from './account.ts'

/** The caller's accounts with their balances in one snapshot: the main one, then the others, oldest first. */
export async function listAccounts({
  bank: { db },
  actor,
}: Call<typeof endpoints.listAccounts>): Promise<AccountList> {
  const accounts = await findAccountsOfUser(db, actor.userId)
  const funds = await readFundsOf(
    db,
    accounts.map(({ id }) => id),
  )
  return { accounts: accounts.map((account) => accountView(account, funds.get(account.id)!)) }
}
