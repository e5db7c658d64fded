import { isEasyPin } from '@bank/contract/pins/easy-pin'
import { pinHint } from '@bank/contract/rules/person'
import type { ComponentProps } from 'react'
import { SecretInput } from '../ui/secret-input.tsx'

/**
 * The field of a new PIN wherever one is chosen. `typed` is its value and `dob` its owner's date of birth (`YYYY-MM-DD`)
 * where it is known: an easy PIN gets a warning and is accepted.
 */
export function NewPinInput({
  typed,
  dob,
  ...rest
}: ComponentProps<typeof SecretInput> & { typed: string; dob: string | undefined }) {
  return (
    <SecretInput
      inputMode="numeric"
      autoComplete="off"
      // With a placeholder it stands beside another field, which has no hint: a hint would put the two on different lines.
      {...(!rest.placeholder && { hint: pinHint })}
      warning={isEasyPin(typed, dob) ? 'Easy to guess. You can keep it, or choose another.' : ''}
      {...rest}
    />
  )
}
