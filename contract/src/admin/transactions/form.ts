import { kindNames } from '@bank/ledger/kinds'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { amount } from '../../rules/amount.ts'
import { transactionId } from '../../rules/id.ts'
import { reason } from '../../rules/reason.ts'
import { textLine } from '../../rules/text.ts'
import { visibleLineOrNone } from '../../rules/visible-line.ts'
import { filterRanges, filterStatus, rangesInOrder } from '../../transactions/form.ts'

/** The least ages, in days, by which transactions are selected. */
export const ages = ['1', '2', '7', '30'] as const

/** Selects transactions of all customers, by the names the URL uses. */
const filter = z.object({
  /** The beginnings of words of the payee, in any order, or the beginning of the reference or the id; case does not matter. */
  q: z.optional(textLine({ field: 'Search', required: 'Enter what to search for', lengthMax: 100 })),
  status: filterStatus,
  kind: z.optional(z.enum(kindNames, 'Choose a kind')),
  /** Made at least so many days ago. */
  age: z.optional(z.enum(ages, 'Choose 1, 2, 7 or 30 days')),
  ...filterRanges,
})

export const transactionFilter = filter.check(rangesInOrder)

/** How many transactions are selected at once at most. A selection is read in pages, and its changes are sent in several requests. */
export const selectedMax = 10_000

/** How many transactions a page has at most. */
export const listedMax = 1_000

/** The same, and a page of the transactions. */
export const transactionListQuery = z
  .extend(filter, {
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(listedMax)), 20),
    /** The id of the last transaction of the page before. */
    cursor: z.optional(z.uuid()),
    order: z._default(z.enum(['newest', 'oldest'], 'Choose newest or oldest'), 'newest'),
  })
  .check(rangesInOrder)

/** The most characters of what a funding is known by outside the bank. */
const fundingReferenceLengthMax = 100

/** The fields of the funding form; the rest is added when it is sent. An empty reference is none. */
export const fundingForm = z.strictObject({
  amount,
  /** What it is known by outside the bank, such as the incoming payment. */
  reference: z.optional(visibleLineOrNone({ field: 'Reference', lengthMax: fundingReferenceLengthMax })),
})

/**
 * Funds a customer's account. The caller creates the id, so a repeat under the same id funds once. The same amount a moment after
 * another funding is refused, unless the caller knows of it: `again`.
 */
export const fundingInstruction = z.extend(fundingForm, {
  transactionId,
  reason,
  again: z.optional(z.boolean()),
})

/** The fields of the form that takes back a funding, or a part of it. */
export const takingBackForm = z.strictObject({ amount })

/** The same as it is sent. The caller creates the id, so a repeat under the same id takes back once. */
export const takingBackInstruction = z.extend(takingBackForm, {
  transactionId,
  reason,
})

/**
 * A new status for a transaction. A repeat under the same `changeId` changes it once. `seen` is the status the
 * administrator saw: when the transaction has another one by now, the change is refused. A change to `failed`, or from `success`, needs
 * a reason.
 */
export const statusChange = z.strictObject({
  changeId: transactionId,
  status: z.enum(statuses, 'Status is required'),
  seen: z.optional(z.enum(statuses, 'Status is required')),
  reason: z.optional(reason),
})

/** How many statuses one request sets. A larger selection is sent in several. */
export const statusesAtOnce = 100

/** A status for several transactions. Each is a change of its own, with its own id; the reason is that of all of them. */
export const statusChanges = z.strictObject({
  status: z.enum(statuses, 'Status is required'),
  reason: z.optional(reason),
  changes: z
    .array(
      z.strictObject({
        id: transactionId,
        changeId: transactionId,
        seen: z.enum(statuses, 'Status is required'),
      }),
      'Choose transactions',
    )
    .check(
      z.minLength(1, 'Choose transactions'),
      z.maxLength(statusesAtOnce, `Choose at most ${statusesAtOnce} transactions`),
    ),
})

export type TransactionFilter = z.output<typeof transactionFilter>
export type TransactionListQuery = z.output<typeof transactionListQuery>
export type StatusChange = z.output<typeof statusChange>
