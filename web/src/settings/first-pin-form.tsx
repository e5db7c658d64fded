import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type SetPinForm, setPinForm } from '@bank/contract/pins/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { ownDateOfBirth } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { fieldReasons } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { adviceAfter } from './advice-after.ts'
import { NewPinInput } from './new-pin-input.tsx'
import { useConfirmation } from './use-confirmation.tsx'

/** Sets the PIN of a user who has none, or whose temporary one has expired: there is no current PIN to ask for. */
export function FirstPinForm({ hasExpired, onSet }: { hasExpired: boolean; onSet: () => Promise<void> }) {
  const { confirmed, dialog } = useConfirmation()
  const client = useQueryClient()
  const { control, register, handleSubmit, formState, setError } = useForm<SetPinForm>({
    resolver: standardSchemaResolver(setPinForm),
    defaultValues: { new_pin: '' },
  })
  const typed = useWatch({ control, name: 'new_pin' })
  const set = useMutation({
    mutationFn: (body: SetPinForm) => confirmed(() => call(endpoints.setPin, { body }), messages.setPin),
    onSuccess: onSet,
    onError: (error) => {
      for (const { reason } of fieldReasons(error)) {
        setError('new_pin', { message: reason }, { shouldFocus: true })
      }
    },
  })
  const hasFormError = set.error && fieldReasons(set.error).length === 0
  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit((form) => set.mutate(form))}
        className="grid gap-field"
      >
        {hasFormError && <Notice tone="failed">{adviceAfter(set.error, 'PIN')}</Notice>}
        <p>
          {hasExpired
            ? 'Your temporary PIN has expired. Choose a new one to send transfers.'
            : 'You have no transaction PIN yet. Choose one to send transfers.'}
        </p>
        <NewPinInput
          label="New PIN"
          typed={typed}
          dob={ownDateOfBirth(client)}
          error={formState.errors.new_pin?.message}
          {...register('new_pin')}
        />
        <Button type="submit" wide busy={set.isPending} busyLabel={messages.setPin.busy}>
          Set PIN
        </Button>
      </form>
      {dialog}
    </>
  )
}
