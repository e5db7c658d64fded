import * as z from 'zod/mini'

/** The token of the link that was mailed to a new address. */
export const emailConfirmation = z.strictObject({ token: z.string().check(z.maxLength(200)) })
