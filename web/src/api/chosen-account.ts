import { allAccounts } from '@bank/contract/accounts/all-accounts'
import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo, pageAt, pages } from '@bank/contract/pages'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

/** The number of an account of the user; undefined for the main account. */
export type AccountChoice = string | undefined

/** The account of a part of a page that shows several, such as the details of a row. */
export const AccountOfPart = createContext<{ readonly choice: AccountChoice } | undefined>(undefined)

/**
 * The account that a page or its part is about: `?account=` in the URL of a page of an account. On a page of all accounts it is the
 * main one.
 */
export function useAccountChoice(): AccountChoice {
  const choice = useHistoryChoice()
  return choice === allAccounts ? undefined : choice
}

/** The account that a history is requested for: that of the page or its part, or `allAccounts` on a page of all of them. */
export function useHistoryChoice(): AccountChoice {
  const ofPart = useContext(AccountOfPart)
  const { pathname, search } = useLocation()
  if (ofPart) return ofPart.choice
  if (!pageAt(pathname)?.isOfAccount) return undefined
  return new URLSearchParams(search).get('account') || undefined
}

/** Whether the page is about all accounts together. */
export function useIsOfAllAccounts(): boolean {
  const { pathname } = useLocation()
  return useHistoryChoice() === allAccounts && pageAt(pathname)?.isOfAllAccounts === true
}

/** An account as it is chosen in an address and in a request. */
export function choiceOf({ number, isMain }: Pick<AccountView, 'number' | 'isMain'>): AccountChoice {
  return isMain ? undefined : number
}

/** The answer to a query for the account that the open page is about. */
export function useAccountQuery<Answer, Key extends QueryKey>(
  query: (account: AccountChoice) => UseQueryOptions<Answer, Error, Answer, Key>,
) {
  return useQuery(query(useAccountChoice()))
}

/** `linkTo` that leads from one page of an account, or of all, to another page of the same. */
export function useLinkTo(): typeof linkTo {
  const choice = useHistoryChoice()
  return (name, ...[values]) => {
    const { isOfAccount, isOfAllAccounts } = pages[name]
    const account = choice === allAccounts && !isOfAllAccounts ? undefined : choice
    return linkTo<'dashboard'>(name as 'dashboard', isOfAccount ? { ...values, account } : values)
  }
}
