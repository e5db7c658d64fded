import { endpoints } from '@bank/contract/endpoints'
import { type ConfirmationForm, confirmationForms } from '@bank/contract/sessions/confirmation-form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { fieldReasons } from '../api/problem.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { CodeInput, RecoveryCodeInput } from './code-inputs.tsx'
import { renewSession } from './session.ts'

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
  const client = useQueryClient()
  const [method, setMethod] = useState<ConfirmationMethod>(asksForCode ? 'code' : 'password')
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    // Only the fields of the method are validated and sent.
    confirmationForms[method] as z.ZodMiniType<ConfirmationForm, ConfirmationForm>,
    { defaultValues: { password: '', code: '', recovery_code: '' } },
    {
      mutationFn: (body) => call(endpoints.confirmSession, { body }),
      onSuccess: (session) => {
        renewSession(client, session)
        onConfirmed()
      },
      onError: (error) => {
        // Two-factor was turned on in another window.
        const lacksCode = fieldReasons(error).some(({ field }) => field === 'code')
        if (lacksCode && method === 'password') setMethod('code')
      },
      secrets: ['password', 'code', 'recovery_code'],
    },
  )
  useFocusOnChange(method, () => method !== 'password' && form.setFocus(method))
  const isByRecovery = method === 'recovery_code'
  return (
    <Dialog open={open} onClose={onCancelled} title="Confirm it’s you" description={descriptions[method]}>
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} />
        <SecretInput
          label="Current password"
          autoComplete="current-password"
          data-first-focus
          {...field('password')}
        />
        {method === 'code' && <CodeInput id="confirmation-code" {...field('code')} />}
        {isByRecovery && <RecoveryCodeInput {...field('recovery_code')} />}
        {method !== 'password' && (
          <div className="-ms-4">
            <Button look="quiet" onClick={() => setMethod(isByRecovery ? 'code' : 'recovery_code')}>
              {isByRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
            </Button>
          </div>
        )}
        <DialogActions onCancel={onCancelled} action="Confirm" busyLabel="Checking…" isBusy={isPending} />
      </form>
    </Dialog>
  )
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
