import * as z from 'zod/mini'
import { email, password } from '../rules/person.ts'

/** E-mail and password, with the specification's messages (§5). */
export const signInForm = z.strictObject({ email, password })

export type SignInForm = z.output<typeof signInForm>
