import { isEasyPin } from '@bank/contract/pins/easy-pin'
import { pinHint } from '@bank/contract/pins/new-pin'
import { isUsualPin } from '@bank/contract/pins/usual-pins'
import type { ComponentProps } from 'react'
import type { Advice } from '../api/advice-after.ts'
import { SecretInput } from '../ui/secret-input.tsx'

/** What to say after a failed change of the PIN. */
export const pinAdvice: Advice = {
  confirm_required: 'Your PIN was not changed. To change it, confirm that it’s you.',
}

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
      warning={
        isEasyPin(typed, dob) || isUsualPin(typed) ? 'This PIN is easy to guess. Choose another one.' : ''
      }
      {...rest}
    />
  )
}
