import type { ChangePasswordForm } from '@bank/contract/settings/form'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { SecretInput } from '../ui/secret-input.tsx'

/** A new password, twice. */
export function NewPasswordFields({
  register,
  errors,
}: {
  register: (name: keyof ChangePasswordForm) => UseFormRegisterReturn
  errors: FieldErrors<ChangePasswordForm>
}) {
  return (
    <>
      <SecretInput
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.new_password?.message}
        {...register('new_password')}
      />
      <SecretInput
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...register('confirm_password')}
      />
    </>
  )
}
