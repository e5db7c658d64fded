import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'

/** Whether signing in requires a code, and how many recovery codes are left. */
export const twoFactorView = z.object({
  /** Null while it is off. */
  turnedOnAt: z.nullable(moment),
  recoveryCodesLeft: z.int(),
  /** True where the bank requires it of the user. */
  isRequired: z.boolean(),
})

/** What an authenticator app needs (TOTP). Shown once; takes effect when the app's first code has been sent. */
export const enrolmentView = z.object({
  /** In base 32, for typing into an app. */
  secret: z.string(),
  /** The same as an address, `otpauth://…`. */
  uri: z.string(),
  /** The address as a QR code, in SVG. */
  picture: z.string(),
})

/** Ten codes, each valid for one sign-in. Shown once. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) })

export type EnrolmentView = z.output<typeof enrolmentView>
