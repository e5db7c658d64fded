import { Dialog } from './deferred-dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import type { DialogProps } from './dialog-props.ts'
import { Notice } from './notice.tsx'

type ConfirmDialogProps = Omit<DialogProps, 'shape' | 'children'> & {
  /** What stands between the description and the buttons. */
  children?: DialogProps['children']
  /** The words on the button, and while it is busy. There is none while the decision cannot be made yet. */
  action: string | false
  busyLabel?: string
  look?: 'primary' | 'destructive'
  isPending?: boolean
  /** Why the last attempt failed. */
  failure?: string | undefined
  onConfirm: () => void
}

/** Asks for a decision, with the focus on Cancel. */
export function ConfirmDialog({
  action,
  busyLabel,
  look = 'primary',
  isPending = false,
  failure,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} shape="alert">
      {children}
      {failure && <Notice tone="failed">{failure}</Notice>}
      <DialogActions
        onCancel={dialog.onClose}
        isCancelFirst
        action={action}
        {...(busyLabel && { busyLabel })}
        isBusy={isPending}
        look={look}
        onAct={onConfirm}
      />
    </Dialog>
  )
}
