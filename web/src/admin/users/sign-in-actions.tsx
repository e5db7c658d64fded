import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { isStaff } from '@bank/contract/roles/role'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useMay } from '../use-may.ts'

/** The actions about a user's sign-in. Two-factor of staff is reset by those who give roles. */
export function SignInActions({ user }: { user: UserDetailsView }) {
  const [open, setOpen] = useState<'unlock' | 'two-factor' | 'link' | 'pin-link' | 'sign-out' | null>(null)
  const { lockedUntil, twoFactorSince } = user.signIn
  const mayResetTwoFactor = useMay()('give_roles') || !isStaff(user.role)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      {lockedUntil && <Button onClick={() => setOpen('unlock')}>Unlock PIN</Button>}
      {twoFactorSince && mayResetTwoFactor && (
        <Button look="secondary" onClick={() => setOpen('two-factor')}>
          Reset two-factor
        </Button>
      )}
      <Button look="secondary" onClick={() => setOpen('link')}>
        Send reset link
      </Button>
      <Button look="secondary" onClick={() => setOpen('pin-link')}>
        Offer a new PIN
      </Button>
      <Button look="secondary" onClick={() => setOpen('sign-out')}>
        Log out everywhere
      </Button>
      <UnlockDialog user={user} open={open === 'unlock'} onClose={close} />
      <TwoFactorDialog user={user} open={open === 'two-factor'} onClose={close} />
      <ResetLinkDialog user={user} open={open === 'link'} onClose={close} />
      <PinLinkDialog user={user} open={open === 'pin-link'} onClose={close} />
      <SignOutDialog user={user} open={open === 'sign-out'} onClose={close} />
    </div>
  )
}

const UnlockDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).UnlockDialog)
const TwoFactorDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).TwoFactorDialog)
const ResetLinkDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).ResetLinkDialog)
const PinLinkDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).PinLinkDialog)
const SignOutDialog = lazyDialog(async () => (await import('./sign-in-dialogs.tsx')).SignOutDialog)
