import { lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { choiceOf, useAccountChoice } from './account-in-url.ts'
import { isOpen, useAccounts } from './accounts.ts'

/**
 * Says which account the page is about, and leads to the same page of another open one. Only for a customer who has several. Closed
 * accounts are found on the page of all accounts.
 */
export function AccountPicker({
  canHide,
}: {
  /** Whether its amounts can be hidden, as those of the dashboard can. */
  canHide?: boolean
}) {
  const { data = [] } = useAccounts()
  const choice = useAccountChoice()
  const accounts = data.filter((account) => isOpen(account) || choiceOf(account) === choice)
  if (accounts.length < 2) return null
  return (
    <div data-amounts={canHide || undefined} className="no-print grid max-w-form">
      <Suspense fallback={<Skeleton className="h-11 w-full" />}>
        <AccountMenu accounts={accounts} />
      </Suspense>
    </div>
  )
}

// Fetched only for a customer with several accounts. Suspended rather than deferred: the server renders it with the page.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
