import * as z from 'zod/mini'
import { moment } from '../../answer-formats.ts'

/** The answer to an act that waits for a second person: nothing has been done yet. Its status is 202. */
export const waitingAct = z.object({
  waitsForApproval: z.object({
    /** Of the approval; for an act on money also the id under which it will be booked. */
    id: z.uuid(),
    /** When it can no longer be approved. */
    expiresAt: moment,
  }),
})

export type WaitingAct = z.output<typeof waitingAct>
/** The same as the server gives it, before it is JSON. */
export type GivenWaitingAct = z.input<typeof waitingAct>

/** True for the answer to an act that waits for a second person. */
export function isWaitingAct(answer: unknown): answer is WaitingAct {
  return answer instanceof Object && 'waitsForApproval' in answer
}
