import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'
import { disputeCauseNames } from './causes.ts'

/** A dispute of a payment, as its customer sees it. */
export const disputeView = z.object({
  /** Also the id of the case in which the customer and the bank write about it. */
  id: z.uuid(),
  cause: z.enum(disputeCauseNames),
  amount: decimal,
  openedAt: moment,
  /** Until when the bank decides it. */
  dueAt: moment,
  /** What the bank has credited meanwhile, and by which transaction; null without a credit. */
  credit: z.nullable(z.object({ transactionId: z.uuid(), amount: decimal })),
  /** For whom it ended, when and why; null while it is open. */
  end: z.nullable(
    z.object({
      outcome: z.enum(['customer', 'bank']),
      at: moment,
      reason: z.string(),
      /** How much of the credit the bank has taken back, and how much the customer still owes. */
      takenBack: decimal,
      owed: decimal,
    }),
  ),
})

export type DisputeView = z.output<typeof disputeView>
