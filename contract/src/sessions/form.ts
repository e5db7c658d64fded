import * as z from 'zod/mini'
import { password } from '../passwords/password.ts'
import { email } from '../rules/email.ts'

/** E-mail and password, with the specification's messages (§5). */
export const signInForm = z.strictObject({ email, password })

export type SignInForm = z.output<typeof signInForm>
