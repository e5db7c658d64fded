import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
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
    <Dialog
      open={open}
      onClose={close}
      shape="alert"
      title={`Sign ${name} out everywhere?`}
      description="All their sessions end. They can log in again at once with their password."
    >
      {error && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-first-focus onClick={close}>
          Cancel
        </Button>
        <Button busy={isPending} busyLabel="Signing out..." onClick={() => mutate()}>
          Sign out everywhere
        </Button>
      </div>
    </Dialog>
  )
}
