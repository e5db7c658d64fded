import { deactivationForm, type DeactivationForm as Reason } from '@bank/contract/admin/users/form'
import { reasonLengthMax } from '@bank/contract/rules/reason'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { fieldReasons, reasonOf } from '../../api/problem.ts'
import { useDraft, useKeptDraft } from '../../sessions/drafts.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'

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
  const { register, handleSubmit, formState, setError, getValues } = useForm<Reason>({
    resolver: standardSchemaResolver(deactivationForm),
    defaultValues: { reason: '', ...useKeptDraft<Reason>(purpose) },
  })
  useDraft(purpose, getValues)
  const { mutate, error, isPending } = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (failure) => {
      onFailed()
      for (const { reason } of fieldReasons(failure)) {
        setError('reason', { message: reason }, { shouldFocus: true })
      }
    },
  })
  const hasFormError = error && fieldReasons(error).length === 0
  return (
    <form noValidate onSubmit={handleSubmit((form) => mutate(form))} className="grid gap-field">
      {hasFormError && <Notice tone="failed">{reasonOf(error)}</Notice>}
      <Input
        label="Reason"
        hint={`For the audit log, up to ${reasonLengthMax} characters. The customer does not see it.`}
        error={formState.errors.reason?.message}
        autoComplete="off"
        data-first-focus
        {...register('reason')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" {...(look && { look })} busy={isPending} busyLabel={busyLabel}>
          {action}
        </Button>
      </div>
    </form>
  )
}
