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

/** What the dialog asks for: the password alone, or also a code. */
type ConfirmationMethod = keyof typeof confirmationForms

const descriptions: Record<ConfirmationMethod, string> = {
  password: 'Enter your current password to continue.',
  code: 'Enter your current password and a code from your authenticator app to continue.',
  recovery_code: 'Enter your current password and one of your recovery codes to continue.',
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
  const [method, setMethod] = useState<ConfirmationMethod>('password')
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setMethod(asksForCode ? 'code' : 'password')
  }
  return (
    <Dialog open={open} onClose={onCancelled} title="Confirm it’s you" description={descriptions[method]}>
      <Confirmation
        method={method}
        onMethod={setMethod}
        onConfirmed={onConfirmed}
        onCancelled={onCancelled}
      />
    </Dialog>
  )
}

function Confirmation({
  method,
  onMethod,
  onConfirmed,
  onCancelled,
}: {
  method: ConfirmationMethod
  onMethod: (method: ConfirmationMethod) => void
  onConfirmed: () => void
  onCancelled: () => void
}) {
  const { register, formState, onSubmit, confirm } = useConfirmationForm(method, { onMethod, onConfirmed })
  const { errors } = formState
  const hasFormError = confirm.error && fieldReasons(confirm.error).length === 0
  const isByRecovery = method === 'recovery_code'
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
      {method === 'code' && (
        <CodeInput id="confirmation-code" field={register('code')} error={errors.code?.message} />
      )}
      {isByRecovery && (
        <RecoveryCodeInput field={register('recovery_code')} error={errors.recovery_code?.message} />
      )}
      {method !== 'password' && (
        <div className="-ms-4">
          <Button look="quiet" onClick={() => onMethod(isByRecovery ? 'code' : 'recovery_code')}>
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
  method: ConfirmationMethod,
  { onMethod, onConfirmed }: { onMethod: (method: ConfirmationMethod) => void; onConfirmed: () => void },
) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, setError, resetField, setFocus } = useForm<ConfirmationForm>({
    // Only the fields of the method are validated and sent.
    resolver: standardSchemaResolver(confirmationForms[method]) as Resolver<ConfirmationForm>,
    defaultValues: { password: '', code: '', recovery_code: '' },
  })
  useFocusOnChange(method, () => method !== 'password' && setFocus(method))
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
        if (field === 'code' && method === 'password') onMethod('code')
        resetField(field)
        setError(field, { message: reason }, { shouldFocus: true })
      }
    },
  })
  return { register, formState, confirm, onSubmit: handleSubmit((form) => confirm.mutate(form)) }
}

/** Moves the focus when the method changes, but not when the dialog opens: then the password has it. */
function useFocusOnChange(method: ConfirmationMethod, focus: () => void): void {
  const [first, setFirst] = useState(method)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `focus` is a new function in each render and does the same.
  useEffect(() => {
    if (method === first) return
    setFirst(method)
    focus()
  }, [method])
}
