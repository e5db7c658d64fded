import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { decimal, moment, person } from '../../answer-formats.ts'

/** Sums of the balances of a currency, credits less debits. What the bank owes is positive. */
const position = z.object({
  currency: z.enum(currencies),
  /** What the bank owes customers on their accounts. */
  accounts: decimal,
  /** What it owes them in their pots. */
  pots: decimal,
  /** What was sent and has not arrived. */
  inTransit: decimal,
  /** The bank’s own money at other banks: negative. */
  settlement: decimal,
  /** What the bank has credited for disputed payments and not taken back: negative. */
  disputes: decimal,
  /** The sum of the others: zero in books that are in order. */
  total: decimal,
})

/** The result of a check of the books. */
export const booksCheckView = z.object({
  finishedAt: moment,
  /** The violated invariant, and the first wrong row; null when the books are in order. */
  fault: z.nullable(z.object({ invariant: z.string(), row: z.string() })),
  transactionCount: z.number(),
  entryCount: z.number(),
})

export type BooksCheckView = z.output<typeof booksCheckView>

/** The last run of a check in the program. */
const run = z.object({
  /** `waiting`: for a process of the bank. `interrupted`: the process that checked has ended. */
  state: z.enum(['waiting', 'running', 'interrupted', 'failed', 'done']),
  requestedAt: moment,
  /** Null for the daily check. */
  requestedBy: z.nullable(person),
  /** What is being read; null before the first rows. */
  step: z.nullable(z.enum(['entries', 'postings', 'transactions', 'batches', 'audit events'])),
  rowsChecked: z.number(),
  /** About how many rows there are; 0 when that is not known. */
  rowsEstimated: z.number(),
  /** Why it failed; null otherwise. */
  failure: z.nullable(z.string()),
})

/** Where the money of each currency is. */
export const moneyPositionView = z.object({
  readAt: moment,
  positions: z.array(position),
  /** The last check of the books, also one from the command line; null before the first. */
  lastCheck: z.nullable(
    z.object({
      ...booksCheckView.shape,
      /** Empty for a check that found a wrong ledger account, and for one of an earlier version. */
      positions: z.array(position),
    }),
  ),
})

/** The last run of a check; null before the first. */
export const checkRunView = z.object({ run: z.nullable(run) })

export type CheckRunView = z.output<typeof checkRunView>
export type MoneyPositionView = z.output<typeof moneyPositionView>
