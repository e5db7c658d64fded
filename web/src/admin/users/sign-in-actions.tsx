import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The actions about a user's sign-in. */
export function SignInActions({ user }: { user: UserDetailsView }) {
  const [open, setOpen] = useState<'link' | 'pin-link' | 'sign-out' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" onClick={() => setOpen('link')}>
        Send reset link
      </Button>
      <Button look="secondary" onClick={() => setOpen('pin-link')}>
        Offer a new PIN
      </Button>
      <Button look="secondary" onClick={() => setOpen('sign-out')}>
        Log out everywhere
      </Button>
      <ResetLinkDialog user={user} open={open === 'link'} onClose={close} />
      <PinLinkDialog user={user} open={open === 'pin-link'} onClose={close} />
      <SignOutDialog user={user} open={open === 'sign-out'} onClose={close} />
    </div>
  )
}

const ResetLinkDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).ResetLinkDialog)
const PinLinkDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).PinLinkDialog)
const SignOutDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).SignOutDialog)
