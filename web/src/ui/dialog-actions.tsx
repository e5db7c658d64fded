import { Button, type ButtonLook } from './button.tsx'

/** The buttons at the end of a dialog: the way back and, unless `action` is absent, the one that does what the dialog is for. */
export function DialogActions({
  onCancel,
  cancel = 'Cancel',
  isCancelFirst = false,
  action,
  busyLabel,
  isBusy = false,
  look = 'primary',
  onAct,
}: {
  onCancel: () => void
  cancel?: string
  /** Gives the focus to the way back when the dialog opens, for a decision. */
  isCancelFirst?: boolean
  /** The words on the button, and while it is busy. */
  action?: string | false
  busyLabel?: string
  isBusy?: boolean
  look?: ButtonLook | undefined
  /** Without it, the button submits the form around it. */
  onAct?: () => void
}) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="secondary" data-first-focus={isCancelFirst || undefined} onClick={onCancel}>
        {cancel}
      </Button>
      {action && (
        <Button
          type={onAct ? 'button' : 'submit'}
          look={look}
          busy={isBusy}
          {...(busyLabel && { busyLabel })}
          {...(onAct && { onClick: onAct })}
        >
          {action}
        </Button>
      )}
    </div>
  )
}
