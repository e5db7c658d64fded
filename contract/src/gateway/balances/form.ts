import * as z from 'zod/mini'

/** A balance that a client wrote, in minor units. */
export const writtenBalance = z.strictObject({ balance: z.bigint() })
