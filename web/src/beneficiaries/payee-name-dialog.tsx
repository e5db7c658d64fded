import { beneficiaryNameForm } from '@bank/contract/beneficiaries/form'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogProps } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'

/** Asks for the customer's name for a payee. */
export function PayeeNameDialog({
  label,
  initialName,
  action,
  save,
  ...dialog
}: Omit<DialogProps, 'shape' | 'children'> & {
  label: string
  initialName: string
  action: string
  /** Saves the payee under the name. */
  save: (name: string) => Promise<unknown>
}) {
  const { field, onSubmit, failure, isPending } = useRequestForm(
    beneficiaryNameForm,
    { defaultValues: { name: initialName } },
    { mutationFn: ({ name }) => save(name), onSuccess: dialog.onClose },
  )
  return (
    <Dialog {...dialog}>
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} />
        <Input label={label} autoComplete="off" data-first-focus {...field('name')} />
        <DialogActions onCancel={dialog.onClose} action={action} busyLabel="Saving…" isBusy={isPending} />
      </form>
    </Dialog>
  )
}
