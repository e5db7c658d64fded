import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import { publicConfig } from '../../public-config.ts'
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
  function announceOutcome() {
    const options = { id: replacingId(`reset link of ${id}`) }
    if (publicConfig.mail) toast.success(`Reset link queued for ${email}`, options)
    else toast.error(`Mail is off: the reset link for ${email} was not sent`, options)
  }
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title="Send a reset link?"
      description={`${email} gets a link to choose a new password. It works once, within 15 minutes.`}
      action="Send reset link"
      busyLabel="Sending..."
      act={() => call(endpoints.sendResetLink, { params: { id } })}
      onDone={announceOutcome}
    >
      {!publicConfig.mail && (
        <Notice tone="pending">
          Mail is off: the link will not be sent. The outbox keeps the mail without the link.
        </Notice>
      )}
    </ActDialog>
  )
}
