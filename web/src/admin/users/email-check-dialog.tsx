import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { replacingId, toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { ReasonForm } from './reason-form.tsx'

/** Asks how the email of a user was checked, and confirms it. */
export function EmailCheckDialog({
  user: { id, email },
  open,
  onClose,
}: DialogState & { user: UserDetailsView }) {
  const client = useQueryClient()
  const purpose = `email check of ${id}`
  const close = () => {
    dropDraft(purpose)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Confirm ${email}?`}
      description="Do this only if you have checked that the address is theirs. Links for a new password and notices about money are sent to it."
    >
      <ReasonForm
        purpose={purpose}
        act={({ reason }) => call(endpoints.confirmEmailOfUser, { params: { id }, body: { email, reason } })}
        action="Confirm email"
        busyLabel="Confirming..."
        onDone={() => {
          toast.success('Email confirmed', { id: replacingId(purpose) })
          close()
          void refreshPanel(client)
        }}
        onFailed={() => {
          toast.error('The email was not confirmed', { id: replacingId(purpose) })
          // The user may have confirmed it, or have another one by now.
          void refreshPanel(client)
        }}
        onCancel={close}
      />
    </Dialog>
  )
}
