import type { UseFormRegisterReturn } from 'react-hook-form'
import { Input } from '../ui/input.tsx'

type CodeProps = {
  /** The attributes from the form. */
  field: UseFormRegisterReturn
  error: string | undefined
  id?: string
}

/** The TOTP code of the authenticator app. */
export function CodeInput({ field, ...rest }: CodeProps) {
  return (
    <Input
      label="Code"
      hint="The 6 digits that your authenticator app shows now"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...rest}
      {...field}
    />
  )
}

/** A recovery code instead of a TOTP code. */
export function RecoveryCodeInput({ field, ...rest }: CodeProps) {
  return (
    <Input
      label="Recovery code"
      hint="One of the ten codes you saved. Each works once"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...rest}
      {...field}
    />
  )
}
