import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { choiceOf } from '../../api/chosen-account.ts'
import { dropDraft } from '../../sessions/kept-drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { replacingId, toast } from '../../ui/toast.ts'
import { userAccountKey } from '../chosen-account.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { ReasonForm } from './reason-form.tsx'

/** Asks why a closed account is opened again, and opens it. */
export function ReopeningDialog({ user, open, onClose }: DialogState & { user: UserDetailsView }) {
  const client = useQueryClient()
  const purpose = `reopening of ${userAccountKey(user)}`
  const close = () => {
    dropDraft(purpose)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Reopen ${user.name}’s account ${user.account.number}?`}
      description="They can use it as before, and get an email about it."
    >
      <ReasonForm
        purpose={purpose}
        act={(body) => {
          const query = { account: choiceOf(user.account) }
          return call(endpoints.reopenAccount, { params: { id: user.id }, query, body })
        }}
        action="Reopen account"
        busyLabel="Reopening..."
        onDone={() => {
          toast.success('Account reopened', { id: replacingId(purpose) })
          close()
          void refreshPanel(client)
        }}
        onFailed={() => {
          toast.error('The account was not reopened', { id: replacingId(purpose) })
          // Another administrator may have reopened it.
          void refreshPanel(client)
        }}
        onCancel={close}
      />
    </Dialog>
  )
}
