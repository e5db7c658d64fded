import { endpoints } from '@bank/contract/endpoints'
import { resetPasswordForm } from '@bank/contract/password-resets/form'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { isProblem, reasonOf } from '../api/problem.ts'
import { useRequestForm } from '../api/use-request-form.ts'
import { sessionQuery } from '../sessions/session.ts'
import { NewPasswordFields } from '../settings/new-password-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Sets a new password with the token of a reset link. */
export function NewPasswordForm({
  token,
  onDone,
  onAskAgain,
}: {
  token: string
  onDone: () => void
  onAskAgain: () => void
}) {
  const client = useQueryClient()
  const { field, onSubmit, failure, isPending } = useRequestForm(
    resetPasswordForm,
    { defaultValues: { token, new_password: '', confirm_password: '' } },
    {
      mutationFn: (body) =>
        announce(call(endpoints.resetPassword, { body }), settingsTexts.password, 'password'),
      onSuccess: () => {
        onDone()
        // The session in this browser may be one of those that have ended.
        return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      },
    },
  )
  const isLinkDead = isProblem(failure) && failure.code === 'reset_link_invalid'
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-field">
      {isLinkDead && (
        <Notice tone="failed">
          {reasonOf(failure)}.{' '}
          <button
            type="button"
            onClick={onAskAgain}
            className="inline-flex min-h-target items-center underline"
          >
            Send me a new link
          </button>
        </Notice>
      )}
      {!isLinkDead && <FailureNotice error={failure} />}
      <NewPasswordFields field={field} />
      <p className="text-table text-muted-foreground">
        Every device that is logged in to your account will be logged out.
      </p>
      <Button type="submit" wide busy={isPending} busyLabel={settingsTexts.password.busy}>
        Change password
      </Button>
    </form>
  )
}
