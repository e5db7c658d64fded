import type { AccountView } from '@bank/contract/accounts/view'
import { useLocation } from 'react-router'

/** The number of an account of the user; undefined for the main account. */
export type AccountChoice = string | undefined

/** The account that the open page is about: `?account=` in its URL. */
export function useAccountChoice(): AccountChoice {
  return new URLSearchParams(useLocation().search).get('account') || undefined
}

/** An account as it is chosen in an address and in a request. */
export function choiceOf({ number, isMain }: Pick<AccountView, 'number' | 'isMain'>): AccountChoice {
  // A process of the version before knows the main account only, and answers without the field.
  return isMain === false ? number : undefined
}

/** The address of a page of the bank for an account. `path` may have a query. */
export function pathFor(account: AccountChoice, path: string): string {
  if (account === undefined) return path
  return `${path}${path.includes('?') ? '&' : '?'}account=${encodeURIComponent(account)}`
}

/** Makes the addresses of pages for the account that the open page is about. */
export function useAccountPath(): (path: string) => string {
  const account = useAccountChoice()
  return (path) => pathFor(account, path)
}

/** The account in the keys of its queries: nothing of one account is shown for another. */
export function accountKey(account: AccountChoice): string {
  return account ?? 'main'
}
