import { endpoints } from '@bank/contract/endpoints'
import { changePasswordForm } from '@bank/contract/passwords/new-password'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useQueryClient } from '@tanstack/react-query'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useRequestForm } from '../api/use-request-form.ts'
import { openSessionsQuery } from '../sessions/open-sessions.ts'
import { useSession } from '../sessions/session.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/**
 * A new password, twice. The bank then asks for the current one, in the dialog "Confirm it's you". `onChanged` is called, and
 * awaited, once the bank has changed it.
 */
export function PasswordForm({ onChanged }: { onChanged?: () => Promise<void> }) {
  const client = useQueryClient()
  const { data } = useSession()
  const { confirmed, isAsking, dialog } = useConfirmation()
  const { form, field, onSubmit, failure, isPending, isSuccess } = useRequestForm(
    changePasswordForm,
    { defaultValues: { new_password: '', confirm_password: '' } },
    {
      mutationFn: (body) => confirmed(() => call(endpoints.changePassword, { body }), settingsTexts.password),
      onSuccess: async () => {
        form.reset()
        const { queryKey } = openSessionsQuery
        await Promise.all([client.invalidateQueries({ queryKey }), onChanged?.()])
      },
    },
  )
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-field">
        {isSuccess && (
          <Notice tone="success">
            Your password was changed. You stay logged in here; every other device was logged out.
          </Notice>
        )}
        <FailureNotice error={failure} advice={advice} />
        {/* Tells a password manager whose password this is. */}
        <input
          type="text"
          autoComplete="username"
          value={data?.session?.user.email ?? ''}
          readOnly
          hidden
          aria-label="Email"
        />
        <NewPasswordFields field={field} />
        <p className="text-table text-muted-foreground">
          When your password changes, every other device is logged out.
        </p>
        <Button type="submit" wide busy={isPending && !isAsking} busyLabel={settingsTexts.password.busy}>
          Change password
        </Button>
      </form>
      {dialog}
    </>
  )
}

const advice: Advice = {
  confirm_required: 'Your password was not changed. To change it, confirm that it’s you.',
}
