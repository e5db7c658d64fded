import * as z from 'zod/mini'

/** Selects a page of a list that only administrators read, newest first. */
export const adminListQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  /** The id of the last row of the page before. */
  cursor: z.optional(z.uuid()),
})
