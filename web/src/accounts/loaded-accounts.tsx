import type { AccountView } from '@bank/contract/accounts/view'
import type { ReactNode } from 'react'
import { Loaded } from '../api/loaded.tsx'
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
  const loading = (
    <>
      <LoadingText />
      {placeholder}
    </>
  )
  return (
    <Loaded query={useAccounts()} failure="Your accounts could not be loaded" placeholder={loading}>
      {children}
    </Loaded>
  )
}
