import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type ChangePasswordForm, changePasswordForm } from '@bank/contract/settings/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { fieldReasons } from '../api/problem.ts'
import { useSession } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { adviceAfter } from './advice-after.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { openSessionsKey } from './open-sessions.ts'
import { useConfirmation } from './use-confirmation.tsx'

/**
 * A new password, twice. The bank then asks for the current one, in the dialog "Confirm it's you". `onChanged` is called, and
 * awaited, once the bank has changed it.
 */
export function PasswordForm({ onChanged }: { onChanged?: () => Promise<void> }) {
  const client = useQueryClient()
  const { data } = useSession()
  const { confirmed, dialog } = useConfirmation()
  const { register, handleSubmit, formState, setError, reset } = useForm<ChangePasswordForm>({
    resolver: standardSchemaResolver(changePasswordForm),
    defaultValues: { new_password: '', confirm_password: '' },
  })
  const change = useMutation({
    mutationFn: (body: ChangePasswordForm) =>
      confirmed(() => call(endpoints.changePassword, { body }), messages.password),
    onSuccess: async () => {
      reset()
      await Promise.all([client.invalidateQueries({ queryKey: openSessionsKey }), onChanged?.()])
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error)) {
        if (field === 'new_password' || field === 'confirm_password') {
          setError(field, { message: reason }, { shouldFocus: true })
        }
      }
    },
  })
  const { errors } = formState
  const hasFormError = change.error && fieldReasons(change.error).length === 0
  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit((form) => change.mutate(form))}
        className="grid gap-field"
      >
        {change.isSuccess && (
          <Notice tone="success">
            Your password was changed. You stay signed in here; every other device was signed out.
          </Notice>
        )}
        {hasFormError && <Notice tone="failed">{adviceAfter(change.error, 'password')}</Notice>}
        {/* Tells a password manager whose password this is. */}
        <input
          type="text"
          autoComplete="username"
          value={data?.session?.user.email ?? ''}
          readOnly
          hidden
          aria-label="Email"
        />
        <NewPasswordFields register={register} errors={errors} />
        <p className="text-table text-muted-foreground">
          When your password changes, every other device is signed out.
        </p>
        <Button type="submit" wide busy={change.isPending} busyLabel={messages.password.busy}>
          Change password
        </Button>
      </form>
      {dialog}
    </>
  )
}
