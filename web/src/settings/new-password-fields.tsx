import type { ChangePasswordForm } from '@bank/contract/passwords/new-password'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { SecretInput } from '../ui/secret-input.tsx'

/** A new password, twice. */
export function NewPasswordFields({
  field,
}: {
  field: (name: keyof ChangePasswordForm) => UseFormRegisterReturn & { error: string | undefined }
}) {
  return (
    <>
      <SecretInput
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters"
        {...field('new_password')}
      />
      <SecretInput label="Confirm password" autoComplete="new-password" {...field('confirm_password')} />
    </>
  )
}
