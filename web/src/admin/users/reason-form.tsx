import { type ReasonForm as Reason, reasonForm } from '@bank/contract/admin/users/form'
import { reasonLengthMax } from '@bank/contract/rules/reason'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { useRequestForm } from '../../api/use-request-form.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import type { ButtonLook } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Input } from '../../ui/input.tsx'

/** Asks why an administrator acts on an account, and carries the act out. What is typed is kept under `purpose` as a draft. */
export function ReasonForm<Outcome>({
  purpose,
  act,
  action,
  busyLabel,
  look,
  onDone,
  onFailed,
  onCancel,
}: {
  purpose: string
  act: (reason: Reason) => Promise<Outcome>
  action: string
  busyLabel: string
  look?: ButtonLook
  onDone: (outcome: Outcome) => void
  onFailed: () => void
  onCancel: () => void
}) {
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    reasonForm,
    { defaultValues: { reason: '', ...useKeptDraft<Reason>(purpose) } },
    { mutationFn: act, onSuccess: onDone, onError: onFailed },
  )
  useDraft(purpose, form.getValues)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <FailureNotice error={failure} />
      <Input
        label="Reason"
        hint={`For the audit log, up to ${reasonLengthMax} characters. The customer does not see it.`}
        autoComplete="off"
        data-first-focus
        {...field('reason')}
      />
      <DialogActions
        onCancel={onCancel}
        action={action}
        busyLabel={busyLabel}
        isBusy={isPending}
        look={look}
      />
    </form>
  )
}
