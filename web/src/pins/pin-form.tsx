import { endpoints } from '@bank/contract/endpoints'
import { linkTo, pages } from '@bank/contract/pages'
import { changePinForm, setPinForm } from '@bank/contract/pins/form'
import { pinHint } from '@bank/contract/pins/new-pin'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { ownDateOfBirth } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { isProblem } from '../api/problem.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { NewPinInput, pinAdvice } from './new-pin-input.tsx'

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
  const { confirmed, isAsking, dialog } = useConfirmation()
  const client = useQueryClient()
  const { form, field, onSubmit, failure, isPending, isSuccess } = useRequestForm(
    changePinForm,
    { defaultValues: { current_pin: '', new_pin: '' } },
    {
      mutationFn: (body) => confirmed(() => call(endpoints.changePin, { body }), settingsTexts.pin),
      onSuccess: () => {
        form.reset()
        return onChanged?.()
      },
      onError: (error) => {
        if (!isProblem(error)) return
        if (error.code === 'pin_expired') onExpired?.()
        const left = Number(error.facts?.triesLeft ?? 0)
        if (left > 0) form.setError('current_pin', { message: withTriesLeft(error.detail, left) })
      },
      secrets: ['current_pin'],
    },
  )
  const typed = useWatch({ control: form.control, name: 'new_pin' })
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-field">
        {isSuccess && (
          <Notice tone="success">
            Your PIN was changed. Use the new one for your transfers from now on.
          </Notice>
        )}
        <FailureNotice error={failure} advice={pinAdvice} />
        <SecretInput
          label="Current PIN"
          inputMode="numeric"
          autoComplete="off"
          hint={pinHint}
          {...field('current_pin')}
        />
        <Link to={linkTo('recoverPin')} className="link-alone justify-self-start">
          {pages.recoverPin.title}
        </Link>
        <NewPinInput label="New PIN" typed={typed} dob={ownDateOfBirth(client)} {...field('new_pin')} />
        <Button type="submit" wide busy={isPending && !isAsking} busyLabel={settingsTexts.pin.busy}>
          Change PIN
        </Button>
      </form>
      {dialog}
    </>
  )
}

/** The bank's message, with the tries that are left before the PIN is locked. */
function withTriesLeft(reason: string, left: number): string {
  return `${reason}. ${left} ${left === 1 ? 'try' : 'tries'} left.`
}

/** Sets the PIN of a user who has none, or whose temporary one has expired: there is no current PIN to ask for. */
export function FirstPinForm({ hasExpired, onSet }: { hasExpired: boolean; onSet: () => Promise<void> }) {
  const { confirmed, isAsking, dialog } = useConfirmation()
  const client = useQueryClient()
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    setPinForm,
    { defaultValues: { new_pin: '' } },
    {
      mutationFn: (body) => confirmed(() => call(endpoints.setPin, { body }), settingsTexts.setPin),
      onSuccess: onSet,
    },
  )
  const typed = useWatch({ control: form.control, name: 'new_pin' })
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} advice={pinAdvice} />
        <p>
          {hasExpired
            ? 'Your temporary PIN has expired. Choose a new one to send transfers.'
            : 'You have no transaction PIN yet. Choose one to send transfers.'}
        </p>
        <NewPinInput label="New PIN" typed={typed} dob={ownDateOfBirth(client)} {...field('new_pin')} />
        <Button type="submit" wide busy={isPending && !isAsking} busyLabel={settingsTexts.setPin.busy}>
          Set PIN
        </Button>
      </form>
      {dialog}
    </>
  )
}
