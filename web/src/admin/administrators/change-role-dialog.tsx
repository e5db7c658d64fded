import { roleReasons, roleTakingReasons } from '@bank/contract/admin/transactions/usual-reasons'
import { endpoints } from '@bank/contract/endpoints'
import { roleNames } from '@bank/contract/roles/rights'
import type { Role, StaffRole } from '@bank/contract/roles/role'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { toast } from '../../ui/toast.ts'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'

type User = { readonly id: string; readonly name: string; readonly role: Role }

/** Asks for confirmation before a user becomes an administrator, without an end (specification §4). */
export function MakeAdminDialog({ user: { id, name }, ...dialog }: DialogState & { user: User }) {
  const client = useQueryClient()
  const { failed } = staffTexts.makeAdmin
  const why = useReason(roleReasons)
  return (
    <ActDialog
      {...dialog}
      title={`Make ${name} an administrator?`}
      description="With the passcode, they can see every customer and transaction, activate and fund accounts, and create users. Where another administrator can approve it, one of them must. The role can be removed."
      look="primary"
      action="Make admin"
      busyLabel="Making admin..."
      isReady={why.isRight}
      act={() =>
        call(endpoints.giveRole, { params: { id }, body: { role: 'administrator', reason: why.reason } })
      }
      onDone={(answer) => {
        toast.success(doneText(answer, staffTexts.makeAdmin))
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(failed)}
    >
      <div className="grid gap-field">{why.field}</div>
    </ActDialog>
  )
}

/** Asks for confirmation before a member of staff loses the role. */
export function TakeRoleDialog({ user: { id, name, role }, ...dialog }: DialogState & { user: User }) {
  const client = useQueryClient()
  const { failed } = staffTexts.takeRole
  const why = useReason(roleTakingReasons)
  const isAdministrator = role === 'administrator'
  return (
    <ActDialog
      {...dialog}
      title={
        isAdministrator
          ? `Remove ${name} as an administrator?`
          : `Take the role ${roleNames[role as StaffRole]} from ${name}?`
      }
      description="They lose access to the admin panel immediately, or when a second person has approved it, and remain a customer. An administrator can give the role back."
      look="destructive"
      action={isAdministrator ? 'Remove administrator' : 'Take role'}
      busyLabel="Removing..."
      isReady={why.isRight}
      act={() => call(endpoints.takeRole, { params: { id }, body: { reason: why.reason } })}
      onDone={(answer) => {
        toast.success(doneText(answer, staffTexts.takeRole))
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(failed)}
    >
      <div className="grid gap-field">{why.field}</div>
    </ActDialog>
  )
}
