import * as z from 'zod/mini'
import { sessionView } from '../views.ts'

/** Whether signing in asks for a code, and how many recovery codes are left. */
export const twoFactorView = z.object({
  /** Null while it is off. */
  turnedOnAt: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
  /** True for an administrator who cannot enter the passcode without it. */
  isRequired: z.boolean(),
})

/** What an authenticator app has to know. Shown once, and worth nothing until a code of it has been shown. */
export const enrolmentView = z.object({
  /** In base 32, as people type it into an app. */
  secret: z.string(),
  /** The same for a program, `otpauth://…`. */
  uri: z.string(),
  /** The address as a QR picture, in SVG. */
  picture: z.string(),
})

/** Ten codes, each good for one sign-in. Shown once. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) })

/** The password was right and a code is wanted too: until then nobody is signed in. */
const secondStepView = z.object({
  secondStep: z.object({
    /** Names this sign-in when the code is sent. */
    challenge: z.string(),
    /** When the sign-in has to begin again. */
    endsAt: z.iso.datetime(),
  }),
})

/** What e-mail and password lead to: a session, or the question for a code. */
export const signInView = z.union([sessionView, secondStepView])

export type TwoFactorView = z.output<typeof twoFactorView>
export type EnrolmentView = z.output<typeof enrolmentView>
export type RecoveryCodesView = z.output<typeof recoveryCodesView>
export type SecondStepView = z.output<typeof secondStepView>
export type SignInView = z.output<typeof signInView>
