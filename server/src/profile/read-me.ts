import type { endpoints } from '@bank/contract/endpoints'
import type { MeView } from '@bank/contract/profile/view'
import { formatMinor } from '@bank/ledger/money'
import { accountView, findAccount, readFunds } from '../accounts/account.ts'
import type { Call } from '../call.ts'
import { readUser } from '../users/user.ts'

/** The caller's profile, the account of the request and its balance, with the amount in transit beside it (departure 15). */
export async function readMe({ bank, actor }: Call<typeof endpoints.readMe>): Promise<MeView> {
  const [user, account, funds] = await Promise.all([
    readUser(bank.db, actor.userId),
    findAccount(bank.db, actor.account.id),
    readFunds(bank.db, actor.account.id),
  ])
  return {
    ...user,
    account: accountView(account!, funds),
    frozenAt: account!.frozenAt?.toISOString() ?? null,
    transferLimit: formatMinor(bank.config.transferLimitMinor),
  }
}
