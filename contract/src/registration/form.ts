import * as z from 'zod/mini'
import { currency } from '../accounts/form.ts'
import { accountTypes } from '../option-lists.ts'
import { password } from '../passwords/password.ts'
import { newPin } from '../pins/new-pin.ts'
import { profileFields } from '../profile/form.ts'
import { ageOn } from '../rules/age.ts'
import { choice } from '../rules/text.ts'

/** The specification's fields, rules and messages of registration (§3, §5). */
export const registrationForm = z.strictObject({
  ...profileFields,
  accountType: choice(accountTypes, 'Account type is required'),
  currency,
  pin: newPin,
  password,
})

/** What the bank checks besides the form's own rules. */
type BankRules = {
  /** Years. */
  readonly ageMin: number
  /** The bank's day, `YYYY-MM-DD`. */
  readonly today: string
  readonly isCommonPassword: (password: string) => boolean
}

/** The form's rules with those of the bank, so that a browser can check them before it sends the form. */
export function registrationRules({ ageMin, today, isCommonPassword }: BankRules) {
  return z.strictObject({
    ...registrationForm.shape,
    dob: profileFields.dob.check(
      z.refine((day) => ageOn(today, day) >= ageMin, `You must be at least ${ageMin} to open an account`),
    ),
    password: password.check(z.refine((text) => !isCommonPassword(text), 'This password is too common')),
  })
}

/** The form after its rules have been applied. */
export type RegistrationForm = z.output<typeof registrationForm>
/** The form as typed. */
export type RegistrationFields = z.input<typeof registrationForm>
