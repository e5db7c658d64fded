import type { AccountView } from '@bank/contract/accounts/view'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { type AccountChoice, choiceOf } from '../../accounts/account-in-url.ts'
import { isOpen } from '../../accounts/accounts.ts'

/** The accounts of a user, the main one first. A process of the version before answers with the main one only. */
export function accountsOf({ accounts, account }: UserDetailsView): readonly AccountView[] {
  return accounts ?? [account]
}

export function hasSeveralAccounts(user: UserDetailsView): boolean {
  return accountsOf(user).length > 1
}

/** The user with the chosen account as `account`. Undefined for a number that is not one of the user's. */
export function withAccount(user: UserDetailsView, choice: AccountChoice): UserDetailsView | undefined {
  const account = accountsOf(user).find((one) => choiceOf(one) === choice || one.number === choice)
  return account && { ...user, account }
}

/** True for an open further account while the main one is inactive: then no account of the user is active. */
export function isInactiveWithMain(user: UserDetailsView): boolean {
  return choiceOf(user.account) !== undefined && isOpen(user.account) && !accountsOf(user)[0]!.isActive
}

/** True for a closed further account while the main one is closed, which is reopened first. */
export function isClosedWithMain(user: UserDetailsView): boolean {
  return choiceOf(user.account) !== undefined && !isOpen(user.account) && !isOpen(accountsOf(user)[0]!)
}

/** Tells apart what is kept for each account of each user, such as a draft. */
export function userAccountKey({ id, account }: UserDetailsView): string {
  const choice = choiceOf(account)
  return choice === undefined ? id : `${id} ${choice}`
}
