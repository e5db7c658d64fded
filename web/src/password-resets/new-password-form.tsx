import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { type ResetPasswordForm, resetPasswordForm } from '@bank/contract/password-resets/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { fieldReasons, isProblem, reasonOf } from '../api/problem.ts'
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
  const { register, handleSubmit, formState, setError } = useForm<ResetPasswordForm>({
    resolver: standardSchemaResolver(resetPasswordForm),
    defaultValues: { token, new_password: '', confirm_password: '' },
  })
  const reset = useMutation({
    mutationFn: (body: ResetPasswordForm) =>
      announce(call(endpoints.resetPassword, { body }), messages.password, 'password'),
    onSuccess: () => {
      onDone()
      // The session in this browser may be one of those that have ended.
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
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
  const isLinkDead = isProblem(reset.error) && reset.error.code === 'reset_link_invalid'
  const hasFormError = reset.error && !isLinkDead && fieldReasons(reset.error).length === 0
  return (
    <form noValidate onSubmit={handleSubmit((form) => reset.mutate(form))} className="grid gap-field">
      {isLinkDead && (
        <Notice tone="failed">
          {reasonOf(reset.error)}.{' '}
          <button
            type="button"
            onClick={onAskAgain}
            className="inline-flex min-h-target items-center underline"
          >
            Send me a new link
          </button>
        </Notice>
      )}
      {hasFormError && <Notice tone="failed">{reasonOf(reset.error)}</Notice>}
      <NewPasswordFields register={register} errors={errors} />
      <p className="text-table text-muted-foreground">
        Every device that is signed in to your account will be signed out.
      </p>
      <Button type="submit" wide busy={reset.isPending} busyLabel={messages.password.busy}>
        Change password
      </Button>
    </form>
  )
}
