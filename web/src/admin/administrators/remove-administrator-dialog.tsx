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

/** Asks for confirmation before an administrator loses the role. */
export function RemoveAdministratorDialog({
  user,
  open,
  onClose,
}: {
  user: UserDetailsView
  open: boolean
  onClose: () => void
}) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(endpoints.removeAdministrator, { params: { id: user.id } }),
    onSuccess: () => {
      toast.success(messages.removeAdministrator.done)
      void refreshUsers(client)
      onClose()
    },
    onError: () => toast.error(messages.removeAdministrator.failed),
  })
  const close = () => {
    if (remove.isError) remove.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      shape="alert"
      title={`Remove ${user.name} as an administrator?`}
      description="Their work as an administrator closes at once. They stay a customer, and an administrator can give the role back."
    >
      {remove.error && <Notice tone="failed">{reasonOf(remove.error)}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-first-focus onClick={close}>
          Cancel
        </Button>
        <Button
          look="destructive"
          busy={remove.isPending}
          busyLabel="Removing..."
          onClick={() => remove.mutate()}
        >
          Remove administrator
        </Button>
      </div>
    </Dialog>
  )
}
