import { formatMinor } from '@bank/ledger/money'
import { accountView, findAccount, readFunds } from '../accounts/account.ts'
import type { Verb } from '../call.ts'
import { readUser } from '../users/user.ts'

/** The caller's profile, the account of the request and its balance, with the amount in transit beside it (departure 15). */
export const readMe: Verb<'readMe'> = async ({ bank, actor }) => {
  const [user, account, funds] = await Promise.all([
    readUser(bank.db, actor.userId),
    findAccount(bank.db, actor.account.id),
    readFunds(bank.db, actor.account.id),
  ])
  return {
    ...user,
    account: accountView(account!, funds, bank.config.bankCode),
    frozenAt: account!.frozenAt,
    undoSeconds: actor.undoSeconds,
    transferLimit: formatMinor(bank.config.transferLimitMinor),
  }
}
