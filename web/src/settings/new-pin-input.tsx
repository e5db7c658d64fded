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
      // Beside another field a line above this one alone would leave the two uneven.
      {...(!rest.placeholder && { hint: pinHint })}
      warning={isEasyPin(typed, dob) ? 'Easy to guess. You can keep it, or choose another.' : ''}
      {...rest}
    />
  )
}
