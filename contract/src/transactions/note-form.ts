import * as z from 'zod/mini'
import { textLinesOrNone } from '../rules/text.ts'

/** A customer's own note on a transaction. An empty one takes it away. */
export const noteForm = z.strictObject({
  note: textLinesOrNone({ field: 'Note', required: 'Note is required', lengthMax: 500 }),
})
