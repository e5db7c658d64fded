import { endpoints } from '@bank/contract/endpoints'
import { type ConfirmationForm, confirmationForms } from '@bank/contract/sessions/confirmation-form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { renewSession } from '../sessions/session.ts'
import { CodeInput, RecoveryCodeInput } from '../two-factor/code-inputs.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'

/** What the dialog asks for: the password alone, or a code besides. */
type Asked = keyof typeof confirmationForms

const descriptions: Record<Asked, string> = {
  password: 'Enter your current password to go on.',
  code: 'Enter your current password and a code from your authenticator app to go on.',
  recovery_code: 'Enter your current password and one of your recovery codes to go on.',
}

/** "Confirm it's you": asks for the current password, and for a code where two-factor is on. */
export function ConfirmationDialog({
  open,
  asksForCode,
  onConfirmed,
  onCancelled,
}: {
  open: boolean
  asksForCode: boolean
  onConfirmed: () => void
  onCancelled: () => void
}) {
  const [asked, setAsked] = useState<Asked>('password')
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setAsked(asksForCode ? 'code' : 'password')
  }
  return (
    <Dialog open={open} onClose={onCancelled} title="Confirm it’s you" description={descriptions[asked]}>
      <Confirmation asked={asked} onAsked={setAsked} onConfirmed={onConfirmed} onCancelled={onCancelled} />
    </Dialog>
  )
}

function Confirmation({
  asked,
  onAsked,
  onConfirmed,
  onCancelled,
}: {
  asked: Asked
  onAsked: (asked: Asked) => void
  onConfirmed: () => void
  onCancelled: () => void
}) {
  const { register, formState, onSubmit, confirm } = useConfirmationForm(asked, { onAsked, onConfirmed })
  const { errors } = formState
  const hasFormError = confirm.error && fieldReasons(confirm.error).length === 0
  const isByRecovery = asked === 'recovery_code'
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      {hasFormError && <Notice tone="failed">{reasonOf(confirm.error)}</Notice>}
      <SecretInput
        label="Current password"
        autoComplete="current-password"
        data-first-focus
        error={errors.password?.message}
        {...register('password')}
      />
      {asked === 'code' && (
        <CodeInput id="confirmation-code" field={register('code')} error={errors.code?.message} />
      )}
      {isByRecovery && (
        <RecoveryCodeInput field={register('recovery_code')} error={errors.recovery_code?.message} />
      )}
      {asked !== 'password' && (
        <div className="-ms-4">
          <Button look="quiet" onClick={() => onAsked(isByRecovery ? 'code' : 'recovery_code')}>
            {isByRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        </div>
      )}
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

function useConfirmationForm(
  asked: Asked,
  { onAsked, onConfirmed }: { onAsked: (asked: Asked) => void; onConfirmed: () => void },
) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError, resetField, setFocus } = useForm<ConfirmationForm>({
    // Only the fields that are asked for are looked at and sent.
    resolver: standardSchemaResolver(confirmationForms[asked]) as Resolver<ConfirmationForm>,
    defaultValues: { password: '', code: '', recovery_code: '' },
  })
  useFocusOnChange(asked, () => asked !== 'password' && setFocus(asked))
  const confirm = useMutation({
    mutationFn: (body: ConfirmationForm) => call(endpoints.confirmSession, { body }),
    onSuccess: (session) => {
      renewSession(client, session)
      onConfirmed()
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field !== 'password' && field !== 'code' && field !== 'recovery_code') continue
        // Two-factor was turned on in another window.
        if (field === 'code' && asked === 'password') onAsked('code')
        resetField(field)
        setError(field, { message: reason }, { shouldFocus: true })
      }
    },
  })
  return { register, formState, confirm, onSubmit: handleSubmit((form) => confirm.mutate(form)) }
}

/** Runs when what is asked for has changed, and not when the dialog opens: then the password has the focus. */
function useFocusOnChange(asked: Asked, focus: () => void): void {
  const [first, setFirst] = useState(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focus` is another function each time, and means the same.
  useEffect(() => {
    if (asked === first) return
    setFirst(asked)
    focus()
  }, [asked])
}
