import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '../../api/act-dialog.tsx'
import { call } from '../../api/call.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { toast } from '../../ui/toast.ts'
import { refreshPanel } from '../refresh-panel.ts'

type RoleChange = 'make' | 'remove'

const texts = {
  make: {
    title: (name: string) => `Make ${name} an administrator?`,
    description:
      'With the passcode, they can see every customer and transaction, activate and fund accounts, and create users. Another administrator can remove the role.',
    look: 'primary',
    button: 'Make admin',
    busy: 'Making admin...',
    outcome: staffTexts.makeAdmin,
  },
  remove: {
    title: (name: string) => `Remove ${name} as an administrator?`,
    description:
      'They lose access to the admin panel immediately and remain a customer. An administrator can give the role back.',
    look: 'destructive',
    button: 'Remove administrator',
    busy: 'Removing...',
    outcome: staffTexts.removeAdministrator,
  },
} as const

/** Asks for confirmation before a user gets or loses the role of an administrator. */
export function ChangeRoleDialog({
  user,
  change,
  open,
  onClose,
}: DialogState & { user: UserDetailsView; change: RoleChange }) {
  const client = useQueryClient()
  const { title, description, look, button, busy, outcome } = texts[change]
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      title={title(user.name)}
      description={description}
      look={look}
      action={button}
      busyLabel={busy}
      act={() => changeRole(user.id, change)}
      onDone={() => {
        toast.success(outcome.done)
        void refreshPanel(client)
      }}
      onFailed={() => toast.error(outcome.failed)}
    />
  )
}

function changeRole(id: string, change: RoleChange) {
  const params = { id }
  return change === 'make'
    ? call(endpoints.makeAdministrator, { params })
    : call(endpoints.removeAdministrator, { params })
}
