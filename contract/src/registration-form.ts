import { type Currency, currencyOf } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountTypes, employmentStatuses, genders } from './option-lists.ts'
import { dateOfBirth, email, newPin, password, phone } from './people-rules.ts'
import { choice, textLine } from './text-rules.ts'

const currency = z.pipe(
  z
    .string('Currency is required')
    .check(
      z.refine((text) => currencyOf(text) !== undefined, { error: 'Currency is required', abort: true }),
    ),
  z.transform((text: string): Currency => currencyOf(text)!),
)

/** What a new customer tells the bank: the specification's fields, rules and messages (§3, §5). */
export const registrationForm = z.strictObject({
  name: textLine({ field: 'Name', required: 'Name is required', lengthMax: 100 }),
  email,
  phone,
  dob: dateOfBirth,
  gender: choice(genders, 'Gender is required'),
  employment_status: choice(employmentStatuses, 'Employment status is required'),
  country: textLine({ field: 'Country', required: 'Country is required', lengthMax: 100 }),
  address: textLine({ field: 'Address', required: 'Address is required', lengthMax: 200 }),
  city: textLine({ field: 'City', required: 'City is required', lengthMax: 100 }),
  state: textLine({ field: 'State', required: 'State is required', lengthMax: 100 }),
  zip: textLine({ field: 'Zip code', required: 'Zip code is required', lengthMax: 20 }),
  accountType: choice(accountTypes, 'Account type is required'),
  currency,
  pin: newPin,
  password,
})

/** The form as typed, and as understood once its rules have been applied. */
export type RegistrationForm = z.output<typeof registrationForm>
export type RegistrationFields = z.input<typeof registrationForm>
