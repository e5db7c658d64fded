import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment, person } from '../../answer-formats.ts'
import { transactionView } from '../../transactions/view.ts'

/** The status a transaction has after a change. */
export const statusView = z.object({ id: z.uuid(), status: z.enum(statuses) })

/** What each change of a transaction's status would do to the balances of its customers now. */
export const statusPreview = z.object({
  /** The present status. */
  status: z.enum(statuses),
  /** The statuses that it has had, oldest first, or the latest ones of very many. */
  history: z.array(
    z.object({
      status: z.enum(statuses),
      at: moment,
      /** The name of who set it; null where the user is no longer known. */
      by: z.nullable(z.string()),
      /** Why, and what it is known by outside the bank, where an administrator said so. */
      reason: z.nullable(z.string()),
      reference: z.nullable(z.string()),
    }),
  ),
  /** Of a funding: what was taken back of it. */
  takenBack: decimal,
  /** How much of a payment can be disputed for its customer now; null where nothing can. */
  disputable: z.nullable(decimal),
  changes: z.array(
    z.object({
      status: z.enum(statuses),
      /** Why the bank would refuse this change; null when it would make it. */
      refusal: z.nullable(z.string()),
      /** One for each customer’s account on either side: two of one customer when they move money between their accounts. */
      balances: z.array(
        z.object({
          user: person,
          accountNumber,
          isSender: z.boolean(),
          before: decimal,
          /** Null when the change would be refused. */
          after: z.nullable(decimal),
        }),
      ),
    }),
  ),
})

/** A transaction of any customer, as its payer sees it; one that the bank pays, as its payee does. */
export const listedTransaction = z.extend(z.omit(transactionView, { balanceAfter: true }), {
  /** The customer on that side, with the account. */
  user: person,
  /** Null for the main account. */
  accountNumber: z.nullable(accountNumber),
  /** True when the caller is on one of its sides. Another administrator may set its status. */
  isOwn: z.boolean(),
})

/** A page of the transactions of all customers. */
export const transactionList = z.object({
  transactions: z.array(listedTransaction),
  /** How many match; null when not all of them were counted, which ends at 1,000. */
  total: z.nullable(z.number()),
  /** How many were counted: at least so many match. */
  atLeast: z.number(),
  nextCursor: z.nullable(z.string()),
  /** How many seconds the selection is behind the books. The shown statuses are not. Null until all transactions are listed. */
  behindSeconds: z.nullable(z.number()),
})

/** What became of each change of a status, in the order of the request. */
export const statusResults = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      /** Why the bank refused the change; null when it made it, or had made it before. */
      refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
    }),
  ),
})

export type ListedTransaction = z.output<typeof listedTransaction>
export type TransactionList = z.output<typeof transactionList>
export type StatusPreview = z.output<typeof statusPreview>
