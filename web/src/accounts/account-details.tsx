import type { AccountView } from '@bank/contract/accounts/view'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

/** A button that opens the details of an account: what a payer needs to know to pay into it. */
export function AccountDetails({
  account,
  className,
  children,
}: {
  account: AccountView
  className: string
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      <DetailsDialog account={account} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

// Fetched on first use.
export const DetailsDialog = lazyDialog(
  async () => (await import('./account-details-dialog.tsx')).AccountDetailsDialog,
  false,
)
