import { endpoints } from '@bank/contract/endpoints'
import { type ConfirmationForm, confirmationForm } from '@bank/contract/settings-forms'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { renewSession } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'

/** "Confirm it's you": asks for the current password when the sign-in is older than 10 minutes. */
export function ConfirmationDialog({
  open,
  onConfirmed,
  onCancelled,
}: {
  open: boolean
  onConfirmed: () => void
  onCancelled: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onCancelled}
      title="Confirm it’s you"
      description="You signed in more than 10 minutes ago. Enter your current password to go on."
    >
      <PasswordAgain onConfirmed={onConfirmed} onCancelled={onCancelled} />
    </Dialog>
  )
}

function PasswordAgain({ onConfirmed, onCancelled }: { onConfirmed: () => void; onCancelled: () => void }) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError, resetField } = useForm<ConfirmationForm>({
    resolver: standardSchemaResolver(confirmationForm),
    defaultValues: { password: '' },
  })
  const confirm = useMutation({
    mutationFn: (body: ConfirmationForm) => call(endpoints.confirmSession, { body }),
    onSuccess: (session) => {
      renewSession(client, session)
      onConfirmed()
    },
    onError: (error) => {
      resetField('password')
      for (const { reason } of fieldReasons(error)) {
        setError('password', { message: reason }, { shouldFocus: true })
      }
    },
  })
  const refusedAsAWhole = confirm.error && fieldReasons(confirm.error).length === 0
  return (
    <form noValidate onSubmit={handleSubmit((form) => confirm.mutate(form))} className="grid gap-field">
      {refusedAsAWhole && <Notice tone="failed">{reasonOf(confirm.error)}</Notice>}
      <SecretInput
        label="Current password"
        autoComplete="current-password"
        data-first-focus
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onCancelled}>
          Cancel
        </Button>
        <Button type="submit" busy={confirm.isPending} busyLabel="Checking…">
          Confirm
        </Button>
      </div>
    </form>
  )
}
