import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { decimal } from '../../answer-formats.ts'

/** The status a transaction has after a change. */
export const statusView = z.object({ id: z.uuid(), status: z.enum(statuses) })

/** What each change of a transaction's status would do to the balances of its customers now. */
export const statusPreview = z.object({
  /** The present status. */
  status: z.enum(statuses),
  changes: z.array(
    z.object({
      status: z.enum(statuses),
      /** Why the bank would refuse this change; null when it would make it. */
      refusal: z.nullable(z.string()),
      /** One for each customer’s account on either side: two of one customer when they move money between their accounts. */
      balances: z.array(
        z.object({
          user: z.object({ id: z.uuid(), name: z.string() }),
          accountNumber: z.string(),
          isSender: z.boolean(),
          before: decimal,
          /** Null when the change would be refused. */
          after: z.nullable(decimal),
        }),
      ),
    }),
  ),
})

export type StatusPreview = z.output<typeof statusPreview>
