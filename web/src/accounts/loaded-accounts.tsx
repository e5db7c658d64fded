import type { AccountView } from '@bank/contract/accounts/view'
import type { ReactNode } from 'react'
import { LoadFailure } from '../api/load-failure.tsx'
import { LoadingText } from '../ui/loading-text.tsx'
import { useAccounts } from './accounts.ts'

/** What a page shows of the user's accounts, the placeholder while they are loading, or that they could not be loaded. */
export function LoadedAccounts({
  placeholder,
  children,
}: {
  placeholder: ReactNode
  children: (accounts: readonly AccountView[]) => ReactNode
}) {
  const { data: accounts, error, refetch } = useAccounts()
  if (accounts) return children(accounts)
  if (error) {
    return <LoadFailure title="Your accounts could not be loaded" error={error} onRetry={() => refetch()} />
  }
  return (
    <>
      <LoadingText />
      {placeholder}
    </>
  )
}
