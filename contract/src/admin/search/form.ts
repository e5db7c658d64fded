import * as z from 'zod/mini'
import { textLine } from '../../rules/text.ts'

/** A text to find in the whole bank. */
export const bankSearch = z.object({
  q: textLine({ field: 'Search', required: 'Enter what to search for', lengthMax: 100 }),
})
