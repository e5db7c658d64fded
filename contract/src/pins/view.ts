import * as z from 'zod/mini'

/** Whether the user has a PIN. The PIN itself stands in no answer. */
export const pinView = z.object({ isSet: z.boolean() })
