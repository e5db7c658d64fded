import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type ChangePinForm, changePinForm } from '@bank/contract/pins/form'
import { pinHint } from '@bank/contract/rules/person'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { ownDateOfBirth } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { adviceAfter } from './advice-after.ts'
import { NewPinInput } from './new-pin-input.tsx'
import { useConfirmation } from './use-confirmation.tsx'

/**
 * Changes the PIN. A wrong current PIN counts with those of transfers. `onChanged` is called, and awaited, once the bank has
 * changed it; `onExpired` when the current PIN was a temporary one that has expired.
 */
export function PinForm({
  onChanged,
  onExpired,
}: {
  onChanged?: (() => Promise<void>) | undefined
  onExpired?: () => void
}) {
  const { confirmed, dialog } = useConfirmation()
  const client = useQueryClient()
  const { control, register, handleSubmit, formState, setError, reset, resetField } = useForm<ChangePinForm>({
    resolver: standardSchemaResolver(changePinForm),
    defaultValues: { current_pin: '', new_pin: '' },
  })
  const typed = useWatch({ control, name: 'new_pin' })
  const change = useMutation({
    mutationFn: (body: ChangePinForm) => confirmed(() => call(endpoints.changePin, { body }), messages.pin),
    onSuccess: () => {
      reset()
      return onChanged?.()
    },
    onError: (error) => {
      if (isProblem(error) && error.code === 'pin_expired') onExpired?.()
      for (const { field, reason } of fieldReasons(error)) {
        if (field === 'current_pin') {
          resetField('current_pin')
          setError('current_pin', { message: withTriesLeft(reason, error) }, { shouldFocus: true })
        }
        if (field === 'new_pin') setError('new_pin', { message: reason }, { shouldFocus: true })
      }
    },
  })
  const { errors } = formState
  const hasFormError = change.error && fieldReasons(change.error).length === 0
  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit((form) => change.mutate(form))}
        className="grid gap-field"
      >
        {change.isSuccess && (
          <Notice tone="success">
            Your PIN was changed. Use the new one for your transfers from now on.
          </Notice>
        )}
        {hasFormError && <Notice tone="failed">{adviceAfter(change.error, 'PIN')}</Notice>}
        <SecretInput
          label="Current PIN"
          inputMode="numeric"
          autoComplete="off"
          hint={pinHint}
          error={errors.current_pin?.message}
          {...register('current_pin')}
        />
        <NewPinInput
          label="New PIN"
          typed={typed}
          dob={ownDateOfBirth(client)}
          error={errors.new_pin?.message}
          {...register('new_pin')}
        />
        <Button type="submit" wide busy={change.isPending} busyLabel={messages.pin.busy}>
          Change PIN
        </Button>
      </form>
      {dialog}
    </>
  )
}

/** The bank's message, with the tries that are left before the PIN is locked. */
function withTriesLeft(reason: string, error: unknown): string {
  const left = isProblem(error) ? Number(error.facts?.triesLeft ?? 0) : 0
  return left > 0 ? `${reason}. ${left} ${left === 1 ? 'try' : 'tries'} left.` : reason
}
