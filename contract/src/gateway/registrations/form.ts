import * as z from 'zod/mini'
import { password } from '../../passwords/password.ts'
import { profileFields } from '../../profile/form.ts'
import { registrationForm } from '../../registration/form.ts'
import { email } from '../../rules/email.ts'
import { userId } from '../../rules/id.ts'

const registrationId = userId

/** The first step of a registration in two steps. The client makes the id, which the customer keeps. */
export const registrationStart = z.strictObject({
  id: registrationId,
  email,
  password,
  name: z.optional(profileFields.name),
})

/** The second step: the form of registration without the password, which the first step has stored. */
export const registrationRest = z.extend(z.omit(registrationForm, { password: true }), { id: registrationId })

export type RegistrationRest = z.output<typeof registrationRest>
