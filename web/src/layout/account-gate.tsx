import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { accountsQuery } from '../accounts/accounts.ts'
import { useHistoryChoice, useIsOfAllAccounts } from '../api/chosen-account.ts'
import { deferred } from '../ui/deferred.tsx'

/**
 * Shows its content for the account in the URL. Keyed by the account: nothing that was opened or typed for one account stays for
 * another. A number that is not one of the user's gets a page that says so.
 */
export function AccountGate({ children }: { children: ReactNode }) {
  const choice = useHistoryChoice()
  const isKnown = useIsOfAllAccounts() || choice === undefined
  const { data: accounts } = useQuery({ ...accountsQuery, enabled: !isKnown })
  if (!isKnown && accounts?.every(({ number }) => number !== choice)) return <UnknownAccount />
  return <Fragment key={choice ?? ''}>{children}</Fragment>
}

const UnknownAccount = deferred(async () => (await import('../accounts/unknown-account.tsx')).UnknownAccount)
