import type { ComponentProps } from 'react'
import { Input } from '../ui/input.tsx'

type CodeProps = Omit<ComponentProps<typeof Input>, 'label'>

/** The TOTP code of the authenticator app. */
export function CodeInput(field: CodeProps) {
  return (
    <Input
      label="Code"
      hint="The 6 digits that your authenticator app shows now"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...field}
    />
  )
}

/** A recovery code instead of a TOTP code. */
export function RecoveryCodeInput(field: CodeProps) {
  return (
    <Input
      label="Recovery code"
      hint="One of the ten codes you saved. Each works once"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
    />
  )
}
