import { endpoints } from '@bank/contract/endpoints'
import { roleNames } from '@bank/contract/rights'
import type { Role, StaffRole } from '@bank/contract/roles'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'

type User = { readonly id: string; readonly name: string; readonly role: Role }

/** Asks for confirmation before a user becomes an administrator, without an end (specification §4). */
export function MakeAdminDialog({ user: { id, name }, ...dialog }: DialogState & { user: User }) {
  const client = useQueryClient()
  const { done, failed } = staffTexts.makeAdmin
  return (
    <ActDialog
      {...dialog}
      title={`Make ${name} an administrator?`}
      description="With the passcode, they can see every customer and transaction, activate and fund accounts, and create users. Another administrator can remove the role."
      look="primary"
      action="Make admin"
      busyLabel="Making admin..."
      act={() => call(endpoints.giveRole, { params: { id }, body: { role: 'administrator' } })}
      onDone={() => {
        toast.success(done)
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(failed)}
    />
  )
}

/** Asks for confirmation before a member of staff loses the role. */
export function TakeRoleDialog({ user: { id, name, role }, ...dialog }: DialogState & { user: User }) {
  const client = useQueryClient()
  const { done, failed } = staffTexts.takeRole
  const isAdministrator = role === 'administrator'
  return (
    <ActDialog
      {...dialog}
      title={
        isAdministrator
          ? `Remove ${name} as an administrator?`
          : `Take the role ${roleNames[role as StaffRole]} from ${name}?`
      }
      description="They lose access to the admin panel immediately and remain a customer. An administrator can give the role back."
      look="destructive"
      action={isAdministrator ? 'Remove administrator' : 'Take role'}
      busyLabel="Removing..."
      act={() => call(endpoints.takeRole, { params: { id } })}
      onDone={() => {
        toast.success(done)
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(failed)}
    />
  )
}
