import * as z from 'zod/mini'
import { moment } from '../../answer-formats.ts'

/** The last change of the passcode. `changedBy` is null when a command or the program itself set it. */
export const passcodeChangeView = z.object({
  changedAt: moment,
  changedBy: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
})
