import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { call } from '../../api/call.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { replacingId, toast } from '../../ui/toast.ts'
import { userAccountKey } from '../chosen-account.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Asks why a closed account is opened again, and opens it. */
export function ReopeningDialog({ user, ...dialog }: DialogState & { user: UserDetailsView }) {
  const { id, name, account } = user
  const purpose = `reopening of ${userAccountKey(user)}`
  return (
    <ReasonDialog
      {...dialog}
      purpose={purpose}
      title={`Reopen ${name}’s account ${account.number}?`}
      description="They can use it as before, and get an email about it."
      act={(body) =>
        call(endpoints.reopenAccount, { params: { id }, query: { account: account.number }, body })
      }
      action="Reopen account"
      busyLabel="Reopening..."
      onDone={(answer) => toast.success(doneText(answer, staffTexts.reopen), { id: replacingId(purpose) })}
      failed={staffTexts.reopen.failed}
    />
  )
}
