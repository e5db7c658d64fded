import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import type { NotActivated } from './use-activations.ts'

/** The accounts that the bank did not activate, with the reasons. */
export function NotActivatedDialog({
  refused,
  open,
  onClose,
}: DialogState & { refused: readonly NotActivated[] }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={refused.length === 1 ? 'Not activated' : `${refused.length} not activated`}
    >
      <ul aria-label="Not activated" className="grid max-h-80 gap-2 overflow-y-auto text-table">
        {refused.map(({ user, reason }) => (
          <li key={user.id} className="wrap-anywhere">
            <bdi>{user.name}</bdi>, <bdi>{user.email}</bdi>: {reason}
          </li>
        ))}
      </ul>
      <DialogActions onCancel={onClose} cancel="Close" isCancelFirst />
    </Dialog>
  )
}
