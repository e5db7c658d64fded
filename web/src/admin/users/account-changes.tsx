import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { useState } from 'react'
import { isOpen } from '../../accounts/accounts.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { userAccountKey } from '../chosen-account.ts'

/** Opens another account for the user, and closes the one that the page is about. */
export function AccountChanges({ user }: { user: UserDetailsView }) {
  const [open, setOpen] = useState<'opening' | 'closing' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      {user.accounts[0]!.isActive && (
        <Button look="secondary" onClick={() => setOpen('opening')}>
          Open another account
        </Button>
      )}
      {isOpen(user.account) && (
        <Button look="secondary" onClick={() => setOpen('closing')}>
          Close account
        </Button>
      )}
      <OpeningDialog user={user} open={open === 'opening'} onClose={close} />
      <ClosingDialog key={userAccountKey(user)} user={user} open={open === 'closing'} onClose={close} />
    </div>
  )
}

const OpeningDialog = lazyDialog(async () => (await import('./account-dialogs.tsx')).OpeningDialog)
const ClosingDialog = lazyDialog(async () => (await import('./account-dialogs.tsx')).ClosingDialog)
