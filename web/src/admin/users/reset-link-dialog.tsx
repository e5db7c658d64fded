import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { publicConfig } from '../../public-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
    <Dialog
      open={open}
      onClose={close}
      shape="alert"
      title="Send a reset link?"
      description={`${email} gets a link to choose a new password. It works once, within 15 minutes.`}
    >
      {!publicConfig.mail && (
        <Notice tone="pending">
          Mail is off: the link will not be sent. The outbox keeps the mail without the link.
        </Notice>
      )}
      {error && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-first-focus onClick={close}>
          Cancel
        </Button>
        <Button busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
          Send reset link
        </Button>
      </div>
    </Dialog>
  )
}
