import { type Currency, currencyOf } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountTypes } from '../option-lists.ts'
import { profileFields } from '../profile/form.ts'
import { newPin, password } from '../rules/person.ts'
import { choice } from '../rules/text.ts'

const currency = z.pipe(
  z
    .string('Currency is required')
    .check(
      z.refine((text) => currencyOf(text) !== undefined, { error: 'Currency is required', abort: true }),
    ),
  z.transform((text: string): Currency => currencyOf(text)!),
)

/** The specification's fields, rules and messages of registration (§3, §5). */
export const registrationForm = z.strictObject({
  ...profileFields,
  accountType: choice(accountTypes, 'Account type is required'),
  currency,
  pin: newPin,
  password,
})

/** The form after its rules have been applied. */
export type RegistrationForm = z.output<typeof registrationForm>
/** The form as typed. */
export type RegistrationFields = z.input<typeof registrationForm>
