import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { publicConfig } from '../../public-config.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { replacingId, toast } from '../../ui/toast.ts'

/** Asks for confirmation before a link to choose a new password goes to the user's email. */
export function ResetLinkDialog({
  user: { id, email },
  open,
  onClose,
}: {
  user: UserDetailsView
  open: boolean
  onClose: () => void
}) {
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: () => call(endpoints.sendResetLink, { params: { id } }),
    onSuccess: () => {
      const options = { id: replacingId(`reset link of ${id}`) }
      if (publicConfig.mail) toast.success(`Reset link queued for ${email}`, options)
      else toast.error(`Mail is off: the reset link for ${email} was not sent`, options)
      onClose()
    },
  })
  const close = () => {
    if (error) reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Send a reset link?"
      description={`${email} gets a link to choose a new password. It works once, within 15 minutes.`}
      failure={error ? reasonOf(error) : undefined}
      action="Send reset link"
      busyLabel="Sending..."
      isPending={isPending}
      onConfirm={mutate}
    >
      {!publicConfig.mail && (
        <Notice tone="pending">
          Mail is off: the link will not be sent. The outbox keeps the mail without the link.
        </Notice>
      )}
    </ConfirmDialog>
  )
}
