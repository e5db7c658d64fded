import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { isOpen } from '../accounts/accounts.ts'
import { type AccountChoice, choiceOf } from '../api/chosen-account.ts'

export function hasSeveralAccounts(user: UserDetailsView): boolean {
  return user.accounts.length > 1
}

/** The user with the chosen account as `account`. Undefined for a number that is not one of the user's. */
export function withAccount(user: UserDetailsView, choice: AccountChoice): UserDetailsView | undefined {
  const account = user.accounts.find((one) => choiceOf(one) === choice || one.number === choice)
  return account && { ...user, account }
}

/** True for an open further account while the main one is inactive: then no account of the user is active. */
export function isInactiveWithMain(user: UserDetailsView): boolean {
  return !user.account.isMain && isOpen(user.account) && !user.accounts[0]!.isActive
}

/** True for a closed further account while the main one is closed, which is reopened first. */
export function isClosedWithMain(user: UserDetailsView): boolean {
  return !user.account.isMain && !isOpen(user.account) && !isOpen(user.accounts[0]!)
}

/** Tells apart what is kept for each account of each user, such as a draft. */
export function userAccountKey({ id, account }: UserDetailsView): string {
  return account.isMain ? id : `${id} ${account.number}`
}
