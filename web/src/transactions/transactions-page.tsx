import { pages } from '@bank/contract/pages'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { useAccounts } from '../accounts/accounts.ts'
import { isFirstTry } from '../api/first-try.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { History } from './history.tsx'

/** `/transactions`: the user's history, page by page, with search, filters and the details of each transaction. */
export function TransactionsPage() {
  // The choice of an account is above the history, which would move down for it.
  const isWaiting = isFirstTry(useAccounts())
  return (
    <div className="grid gap-4">
      <PageHeading>{pages.transactions.title}</PageHeading>
      {isWaiting && (
        <>
          <LoadingText />
          <Skeleton className="h-96 w-full rounded-card" />
        </>
      )}
      {/* Mounted at once: its transactions are requested at the same time. */}
      <div hidden={isWaiting} className="grid min-w-0 gap-4">
        <AccountPicker />
        <History />
      </div>
    </div>
  )
}
