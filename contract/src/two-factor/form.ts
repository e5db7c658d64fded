import * as z from 'zod/mini'

const wrongCode = 'Enter the 6 digits that your authenticator app shows'

/** Six digits, as apps show them: a blank in the middle is understood. */
export const code = z.pipe(
  z.string(wrongCode).check(z.maxLength(20, { error: wrongCode, abort: true })),
  z.pipe(
    z.transform((text: string) => text.replace(/\s/g, '')),
    z.string().check(z.regex(/^\d{6}$/, wrongCode)),
  ),
)

const wrongRecoveryCode = 'Enter one of your recovery codes, such as 7K2M-9QXD-4TWB'

/** Twelve characters, as people copy them: small letters, blanks and dashes are understood, and O for 0, I and L for 1. */
export const recoveryCode = z.pipe(
  z.string(wrongRecoveryCode).check(z.maxLength(40, { error: wrongRecoveryCode, abort: true })),
  z.pipe(
    z.transform((text: string) =>
      text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'),
    ),
    z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, wrongRecoveryCode)),
  ),
)

/** What the right password was answered with: it names the sign-in that goes on. */
const challenge = z.string().check(z.regex(/^[\w-]{43}$/))

/** The code that the authenticator shows now. */
export const codeForm = z.strictObject({ code })

/** A recovery code, in the authenticator's place. */
export const recoveryCodeForm = z.strictObject({ recovery_code: recoveryCode })

/** The second step of a sign-in, by the authenticator's code. */
export const secondStepForm = z.extend(codeForm, { challenge })

/** The second step of a sign-in, by a recovery code. */
export const recoveryForm = z.extend(recoveryCodeForm, { challenge })

export type CodeForm = z.input<typeof codeForm>
export type RecoveryCodeForm = z.input<typeof recoveryCodeForm>
