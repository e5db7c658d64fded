import { endpoints } from '@bank/contract/endpoints'
import { type PasswordResetRequest, passwordResetRequest } from '@bank/contract/password-resets/form'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

/** Asks for the email of the account. `onSent` gets it, whether or not an account has it. */
export function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm<PasswordResetRequest>({
    resolver: standardSchemaResolver(passwordResetRequest),
    defaultValues: { email: '' },
  })
  const ask = useMutation({
    mutationFn: (body: PasswordResetRequest) => call(endpoints.requestPasswordReset, { body }),
    onSuccess: (_, { email }) => onSent(email),
  })
  return (
    <form noValidate onSubmit={handleSubmit((form) => ask.mutate(form))} className="grid gap-field">
      {ask.error && <Notice tone="failed">{reasonOf(ask.error)}</Notice>}
      <Input
        label="Email"
        type="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" wide busy={ask.isPending} busyLabel="Sending…">
        Send link
      </Button>
    </form>
  )
}
