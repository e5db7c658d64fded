import { choiceOf, useAccountChoice } from '../api/chosen-account.ts'
import { deferred } from '../ui/deferred.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isOpen, useAccounts } from './accounts.ts'

/**
 * Says which account the page is about, and leads to the same page of another open one. Only for a customer who has several. Closed
 * accounts are found on the page of all accounts.
 */
export function AccountPicker() {
  const { data = [] } = useAccounts()
  const choice = useAccountChoice()
  const accounts = data.filter((account) => isOpen(account) || choiceOf(account) === choice)
  if (accounts.length < 2) return null
  return (
    <div data-script={menuFile} className="no-print grid max-w-form">
      <AccountMenu accounts={accounts} placeholder={<Skeleton className="h-11 w-full" />} />
    </div>
  )
}

// Fetched only for a customer with several accounts.
const menuFile = 'src/accounts/account-menu.tsx'
const AccountMenu = deferred(async () => (await import('./account-menu.tsx')).AccountMenu, {
  isInFirstView: true,
})
