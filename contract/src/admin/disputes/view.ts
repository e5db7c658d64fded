import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment, person } from '../../answer-formats.ts'
import { disputeView } from '../../disputes/view.ts'

/** A dispute, as staff see it in lists. */
const disputeRow = z.extend(disputeView, {
  currency: z.enum(currencies),
  transactionId: z.uuid(),
  user: person,
})

/** A dispute with what staff decide on. */
export const disputeForStaff = z.extend(disputeRow, {
  /** The number of the account that paid; null for the main one. */
  accountNumber: z.nullable(accountNumber),
  /** What was paid, when, and whom. */
  payment: z.object({ amount: decimal, createdAt: moment, payee: z.string() }),
  openedBy: person,
  /** A credit that waits for a second person. */
  waitingCredit: z.nullable(z.object({ approvalId: z.uuid(), expiresAt: moment })),
  /** What is taken back if it ends for the bank now, and what stays owed; null without a credit, and after its end. */
  takingBack: z.nullable(z.object({ amount: decimal, owed: decimal })),
  /** Whether the caller may decide it. No one decides their own. */
  mayDecide: z.boolean(),
})

/** A page of the disputes that ended for the bank of which something is owed, the last ones first. */
export const disputeList = z.object({
  disputes: z.array(disputeRow),
  nextCursor: z.nullable(z.uuid()),
})

export type DisputeForStaff = z.output<typeof disputeForStaff>
export type DisputeRow = z.output<typeof disputeRow>
