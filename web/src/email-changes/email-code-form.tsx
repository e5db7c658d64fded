import { emailCodeForm } from '@bank/contract/email-changes/form'
import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { meKey } from '../accounts/me.ts'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { publicConfig } from '../public-config.ts'
import { CodeInput } from '../sessions/code-inputs.tsx'
import { openSessionsQuery } from '../sessions/open-sessions.ts'
import { sessionQuery, useSignedIn } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { emailQuery } from './email.ts'

/** Asks for the code that was mailed to a new email, which takes effect with it. */
export function EmailCodeForm({
  email,
  expiresAt,
  onChanged,
  onOther,
}: {
  email: string
  expiresAt: string
  onChanged: () => void
  /** Called when the user wants another address, or another code. */
  onOther: () => void
}) {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const { field, onSubmit, failure, isPending } = useRequestForm(
    emailCodeForm,
    { defaultValues: { code: '' } },
    {
      mutationFn: (body) =>
        announce(call(endpoints.changeEmail, { body }), settingsTexts.changeEmail, 'email'),
      onSuccess: async () => {
        onChanged()
        const changed = [sessionQuery, emailQuery, openSessionsQuery].map(({ queryKey }) => queryKey)
        await Promise.all(
          [...changed, meKey].map((queryKey: readonly unknown[]) => client.invalidateQueries({ queryKey })),
        )
      },
      secrets: ['code'],
    },
  )
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      <p className="wrap-anywhere">
        {publicConfig.mail ? 'We sent a code to ' : 'The terminal of the bank shows the code for '}
        <bdi className="text-label">{email}</bdi>. It works until <DateText moment={expiresAt} long />.
      </p>
      <FailureNotice error={failure} />
      <CodeInput {...field('code')} hint="The 6 digits from the email" />
      <p className="text-table text-muted-foreground">
        Every other device is logged out.{' '}
        {!user.isEmailUnconfirmed &&
          'For 72 hours, a link that we send to your present address can undo the change.'}
      </p>
      <Button type="submit" wide busy={isPending} busyLabel={settingsTexts.changeEmail.busy}>
        Change email
      </Button>
      <Button look="quiet" onClick={onOther}>
        Use another address or get a new code
      </Button>
    </form>
  )
}
