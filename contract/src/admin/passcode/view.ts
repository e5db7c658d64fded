import * as z from 'zod/mini'
import { moment, person } from '../../answer-formats.ts'

/** The last change of the passcode. `changedBy` is null when a command or the program itself set it. */
export const passcodeChangeView = z.object({
  changedAt: moment,
  changedBy: z.nullable(person),
})
