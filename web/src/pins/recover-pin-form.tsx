import { endpoints } from '@bank/contract/endpoints'
import { recoverPinForm } from '@bank/contract/pins/form'
import { isUsualPin, usualPinReason } from '@bank/contract/pins/usual-pins'
import type { PinRecoveredView } from '@bank/contract/pins/view'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { ownDateOfBirth } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { isProblem, reasonOf } from '../api/problem.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import { openSessionsQuery } from '../sessions/open-sessions.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { NewPinInput, pinAdvice } from './new-pin-input.tsx'

/** Asks for a new PIN, twice. The password, and a code where two-factor is on, are asked for by the confirmation. */
export function RecoverPinForm({
  token,
  onRecovered,
  onAskAgain,
}: {
  /** Of the mailed link; undefined for a customer who needs none. */
  token: string | undefined
  onRecovered: (recovered: PinRecoveredView) => void
  onAskAgain: () => void
}) {
  const { confirmed, isAsking, dialog } = useConfirmation()
  const client = useQueryClient()
  const { form, field, onSubmit, failure, isPending } = useRequestForm(
    recoverPinForm,
    { defaultValues: { new_pin: '', confirm_pin: '' } },
    {
      mutationFn: (body) => confirmed(() => call(endpoints.recoverPin, { body: { ...body, token } })),
      onSuccess: (recovered) => {
        onRecovered(recovered)
        return client.invalidateQueries({ queryKey: openSessionsQuery.queryKey })
      },
    },
  )
  const typed = useWatch({ control: form.control, name: 'new_pin' })
  const isLinkDead = isProblem(failure) && failure.code === 'reset_link_invalid'
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-field">
        {isLinkDead ? (
          <Notice tone="failed">
            {reasonOf(failure)}.{' '}
            <button type="button" onClick={onAskAgain} className="link-alone">
              Ask for a new link
            </button>
          </Notice>
        ) : (
          <FailureNotice error={failure} advice={pinAdvice} />
        )}
        <NewPinInput
          label="New PIN"
          typed={typed}
          dob={ownDateOfBirth(client)}
          {...(isUsualPin(typed) && { warning: usualPinReason })}
          {...field('new_pin')}
        />
        <SecretInput
          label="Repeat the new PIN"
          inputMode="numeric"
          autoComplete="off"
          {...field('confirm_pin')}
        />
        <p className="text-table text-muted-foreground">
          Every other device will be logged out. For 24 hours there is a limit on what you can send.
        </p>
        <Button type="submit" wide busy={isPending && !isAsking} busyLabel={settingsTexts.pin.busy}>
          Set new PIN
        </Button>
      </form>
      {dialog}
    </>
  )
}
