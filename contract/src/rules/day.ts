import * as z from 'zod/mini'
import { isRealDay } from '../real-day.ts'

/** A calendar day of the bank, written `YYYY-MM-DD`, that exists. */
export const day = z.string('Enter a real date').check(z.refine(isRealDay, 'Enter a real date'))
