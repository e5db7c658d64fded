import * as z from 'zod/mini'

const wrongCode = 'Enter the 6 digits that your authenticator app shows'

/** Six digits; spaces are removed, because some apps show one in the middle. */
export const code = z.pipe(
  z.string(wrongCode).check(z.maxLength(20, { error: wrongCode, abort: true })),
  z.pipe(
    z.transform((text: string) => text.replace(/\s/g, '')),
    z.string().check(z.regex(/^\d{6}$/, wrongCode)),
  ),
)

const wrongRecoveryCode = 'Enter one of your recovery codes, such as 7K2M-9QXD-4TWB'

/** Twelve characters. Case, spaces and dashes do not matter; O is read as 0, I and L as 1. */
export const recoveryCode = z.pipe(
  z.string(wrongRecoveryCode).check(z.maxLength(40, { error: wrongRecoveryCode, abort: true })),
  z.pipe(
    z.transform((text: string) =>
      text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'),
    ),
    z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, wrongRecoveryCode)),
  ),
)

/** Identifies the sign-in; the answer to the correct password has it. */
const challenge = z.string().check(z.regex(/^[\w-]{43}$/))

/** The present code of the authenticator app. */
export const codeForm = z.strictObject({ code })

/** A recovery code instead of the app's code. */
export const recoveryCodeForm = z.strictObject({ recovery_code: recoveryCode })

/** The second step of a sign-in with the app's code. */
export const secondStepForm = z.extend(codeForm, { challenge })

/** The second step of a sign-in with a recovery code. */
export const recoveryForm = z.extend(recoveryCodeForm, { challenge })
