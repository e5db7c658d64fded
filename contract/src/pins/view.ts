import * as z from 'zod/mini'

/** Whether the user has a PIN. No answer contains the PIN itself. */
export const pinView = z.object({ isSet: z.boolean() })
