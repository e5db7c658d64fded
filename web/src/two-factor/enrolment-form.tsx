import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type CodeForm, codeForm } from '@bank/contract/two-factor/form'
import type { EnrolmentView } from '@bank/contract/two-factor/view'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { fieldReasons, reasonOf } from '../api/problem.ts'
import { useConfirmation } from '../settings/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
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
  const { confirmed, dialog } = useConfirmation()
  const { register, handleSubmit, formState, setError, resetField } = useForm<CodeForm>({
    resolver: standardSchemaResolver(codeForm),
    defaultValues: { code: '' },
  })
  const turnOn = useMutation({
    mutationFn: (body: CodeForm) =>
      confirmed(() => call(endpoints.turnOnTwoFactor, { body }), messages.turnOnTwoFactor),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: (error) => {
      for (const { reason } of fieldReasons(error)) {
        resetField('code')
        setError('code', { message: reason }, { shouldFocus: true })
      }
    },
  })
  const hasFormError = turnOn.error && fieldReasons(turnOn.error).length === 0
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
      <form
        noValidate
        onSubmit={handleSubmit((form) => turnOn.mutate(form))}
        className="grid gap-field border-t pt-4"
      >
        {hasFormError && <Notice tone="failed">{reasonOf(turnOn.error)}</Notice>}
        <Input
          label="Code"
          hint="The 6 digits that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={formState.errors.code?.message}
          {...register('code')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" busy={turnOn.isPending} busyLabel="Turning on…">
            Turn on
          </Button>
        </div>
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
