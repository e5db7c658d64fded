import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshUsers } from '../users/users.ts'

/** Asks for confirmation before a user becomes an administrator. */
export function MakeAdministratorDialog({
  user,
  open,
  onClose,
}: {
  user: UserDetailsView
  open: boolean
  onClose: () => void
}) {
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => call(endpoints.makeAdministrator, { params: { id: user.id } }),
    onSuccess: () => {
      toast.success(messages.makeAdmin.done)
      void refreshUsers(client)
      onClose()
    },
    onError: () => toast.error(messages.makeAdmin.failed),
  })
  const close = () => {
    if (make.isError) make.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      shape="alert"
      title={`Make ${user.name} an administrator?`}
      description="With the passcode they will see every customer and every transaction, and can activate, fund and create. Another administrator can remove the role again."
    >
      {make.error && <Notice tone="failed">{reasonOf(make.error)}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-first-focus onClick={close}>
          Cancel
        </Button>
        <Button busy={make.isPending} busyLabel="Making admin..." onClick={() => make.mutate()}>
          Make admin
        </Button>
      </div>
    </Dialog>
  )
}
