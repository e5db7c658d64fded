import type { ReactNode } from 'react'
import { isFirstTry } from '../api/first-try.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AccountPicker } from './account-picker.tsx'
import { useAccounts } from './accounts.ts'

/**
 * The choice of an account and what is below it, which would move down for the choice: it is mounted at once, so that it is
 * requested at the same time, and shown together with the choice.
 */
export function BelowAccountPicker({ children }: { children: ReactNode }) {
  const isWaiting = isFirstTry(useAccounts())
  return (
    <>
      {isWaiting && (
        <>
          <LoadingText />
          <Skeleton className="h-96 w-full rounded-card" />
        </>
      )}
      <div hidden={isWaiting} className="grid min-w-0 gap-4">
        <AccountPicker />
        {children}
      </div>
    </>
  )
}
