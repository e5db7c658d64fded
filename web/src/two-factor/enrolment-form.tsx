import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { codeForm } from '@bank/contract/two-factor/form'
import type { EnrolmentView } from '@bank/contract/two-factor/view'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { CodeInput } from '../sessions/code-inputs.tsx'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { StepTitle } from './step-title.tsx'

/** Shows the TOTP secret as a QR code and as text, and asks for the app's first code. */
export function EnrolmentForm({
  enrolment: { secret, uri, picture },
  onDone,
  onCancel,
}: {
  enrolment: EnrolmentView
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}) {
  const { confirmed, isAsking, dialog } = useConfirmation()
  const { field, onSubmit, failure, isPending } = useRequestForm(
    codeForm,
    { defaultValues: { code: '' } },
    {
      mutationFn: (body) =>
        confirmed(() => call(endpoints.turnOnTwoFactor, { body }), settingsTexts.turnOnTwoFactor),
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      secrets: ['code'],
    },
  )
  return (
    <>
      <StepTitle>Set up your authenticator app</StepTitle>
      <p>Scan this QR code with an authenticator app, such as the one in your password manager.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt="QR code for your authenticator app. It contains the key that is shown below as text."
        width={200}
        height={200}
        className="rounded-control border"
      />
      <div className="grid gap-1">
        <p className="text-label">Or type this key into the app</p>
        <div className="flex items-center gap-2">
          <Key secret={secret} />
          <CopyButton text={secret} label="Copy key" />
        </div>
        <p className="text-table">
          Is the app on this device?{' '}
          <a href={uri} className="text-link underline">
            Open the app with the key
          </a>
        </p>
      </div>
      <form noValidate onSubmit={onSubmit} className="grid gap-field border-t pt-4">
        <FailureNotice error={failure} />
        <CodeInput hint="The 6 digits that the app shows now" {...field('code')} />
        <DialogActions
          onCancel={onCancel}
          action="Turn on"
          busyLabel="Turning on…"
          isBusy={isPending && !isAsking}
        />
      </form>
      {dialog}
    </>
  )
}

/** The secret in groups of four. Margins separate them, so that it is copied without spaces. */
function Key({ secret }: { secret: string }) {
  return (
    <bdi className="tabular wrap-anywhere">
      {[...secret.matchAll(/.{1,4}/g)].map((group) => (
        <span key={group.index} className="me-1.5 inline-block">
          {group[0]}
        </span>
      ))}
    </bdi>
  )
}
