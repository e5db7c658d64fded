import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import { replacingId, toast } from '../../ui/toast.ts'

/** Asks for confirmation before all sessions of a user end, for example after a phone was lost. */
export function SignOutDialog({
  user: { id, name },
  open,
  onClose,
}: {
  user: UserDetailsView
  open: boolean
  onClose: () => void
}) {
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={`Sign ${name} out everywhere?`}
      description="All their sessions end. They can log in again at once with their password."
      action="Sign out everywhere"
      busyLabel="Signing out..."
      act={() => call(endpoints.signOutUser, { params: { id } })}
      onDone={() =>
        toast.success(`${name} is signed out everywhere`, { id: replacingId(`sign-out of ${id}`) })
      }
      // The dialog gives the reason, and may be closed by now.
      onFailed={() => toast.error(`${name} was not signed out`, { id: replacingId(`sign-out of ${id}`) })}
    />
  )
}
