import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo, pageAt, pages } from '@bank/contract/pages'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'

/** The number of an account of the user; undefined for the main account. */
export type AccountChoice = string | undefined

/** The account that the open page is about: `?account=` in the URL of a page of an account. */
export function useAccountChoice(): AccountChoice {
  const { pathname, search } = useLocation()
  if (!pageAt(pathname)?.isOfAccount) return undefined
  return new URLSearchParams(search).get('account') || undefined
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

/** `linkTo` that leads from one page of an account to another page of the same account. */
export function useLinkTo(): typeof linkTo {
  const account = useAccountChoice()
  return (name, ...[values]) =>
    linkTo<'dashboard'>(name as 'dashboard', pages[name].isOfAccount ? { ...values, account } : values)
}
