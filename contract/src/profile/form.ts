import * as z from 'zod/mini'
import { employmentStatuses, genders } from '../option-lists.ts'
import { dateOfBirth } from '../rules/date-of-birth.ts'
import { email } from '../rules/email.ts'
import { personName } from '../rules/person-name.ts'
import { phone } from '../rules/phone.ts'
import { reason } from '../rules/reason.ts'
import { choice, textLine } from '../rules/text.ts'

/** The fields of a profile with the specification's rules and messages of registration (§3, §5). */
export const profileFields = {
  name: personName,
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
}

/** The details that customers change themselves. */
export const contactForm = z.pick(z.strictObject(profileFields), {
  phone: true,
  country: true,
  address: true,
  city: true,
  state: true,
  zip: true,
})

const correctedFields = { ...profileFields, reason }

/**
 * An administrator's correction of a user's details. The reason is mailed to the user. A form starts with `pendingEmail` if
 * there is one, because sending the present `email` cancels a pending change.
 */
export const correctionForm = z.strictObject(correctedFields)

/** The same as sent: `version` is the `profileVersion` of the details the form was opened with. */
export const profileCorrection = z.strictObject({
  ...correctedFields,
  version: z.int('Version is required').check(z.minimum(1, 'Version is required')),
})

export type ContactForm = z.output<typeof contactForm>
export type CorrectionForm = z.output<typeof correctionForm>
export type ProfileCorrection = z.output<typeof profileCorrection>
