import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { useState } from 'react'
import { useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The actions about a user's sign-in. Administrators change their own sign-in in the settings. */
export function SignInActions({ user }: { user: UserDetailsView }) {
  const signedIn = useSignedIn()
  if (signedIn.user.id === user.id) return null
  return (
    <div className="flex flex-wrap gap-3">
      <Actions key={user.id} user={user} />
    </div>
  )
}

function Actions({ user }: { user: UserDetailsView }) {
  const [open, setOpen] = useState<'link' | 'sign-out' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button look="secondary" onClick={() => setOpen('link')}>
        Send reset link
      </Button>
      <Button look="secondary" onClick={() => setOpen('sign-out')}>
        Sign out everywhere
      </Button>
      <ResetLinkDialog user={user} open={open === 'link'} onClose={close} />
      <SignOutDialog user={user} open={open === 'sign-out'} onClose={close} />
    </>
  )
}

const ResetLinkDialog = lazyDialog(async () => (await import('./reset-link-dialog.tsx')).ResetLinkDialog)
const SignOutDialog = lazyDialog(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)
