import * as z from 'zod/mini'
import { accountNumber, moment, person } from '../../answer-formats.ts'

/** An act that waits for a second person. */
export const approvalView = z.object({
  id: z.uuid(),
  /** What would be done: "Fund the account with $25,000.00". */
  sentence: z.string(),
  /** The user that it is about. */
  user: person,
  /** The user’s account, where it is not the main one; null otherwise. */
  accountNumber: z.nullable(accountNumber),
  /** Who asked for it, and why. */
  maker: person,
  reason: z.string(),
  requestedAt: moment,
  expiresAt: moment,
  /** Whether the caller may approve and decline it. */
  mayDecide: z.boolean(),
})

/** The acts that wait for a second person, the longest waiting first; of very many the first ones. */
export const approvalList = z.object({ approvals: z.array(approvalView) })

export type ApprovalView = z.output<typeof approvalView>
