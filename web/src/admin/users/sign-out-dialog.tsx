import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
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
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => call(endpoints.signOutUser, { params: { id } }),
    onSuccess: () => {
      toast.success(`${name} is signed out everywhere`, { id: replacingId(`sign-out of ${id}`) })
      onClose()
    },
    // The dialog gives the reason, and may be closed by now.
    onError: () => toast.error(`${name} was not signed out`, { id: replacingId(`sign-out of ${id}`) }),
  })
  const close = () => {
    if (error) reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={`Sign ${name} out everywhere?`}
      description="All their sessions end. They can log in again at once with their password."
      failure={error ? reasonOf(error) : undefined}
      action="Sign out everywhere"
      busyLabel="Signing out..."
      isPending={isPending}
      onConfirm={mutate}
    />
  )
}
