import * as z from 'zod/mini'
import { moment } from '../../answer-formats.ts'

/** A registration whose second step is still to come. */
export const pendingRegistrationView = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Empty when the first step gave none. */
  name: z.string(),
  createdAt: moment,
  /** When the registration and its session end if the second step does not come. */
  endsAt: moment,
})

/** With its moments as dates, because the gateway gets it before it is JSON. */
export type PendingRegistrationView = z.input<typeof pendingRegistrationView>
