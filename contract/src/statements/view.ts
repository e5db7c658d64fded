import { currencies } from '@bank/ledger/currency'
import { kindNames } from '@bank/ledger/kinds'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment } from '../answer-formats.ts'
import { beneficiaryView } from '../beneficiaries/view.ts'
import { upcomingView } from '../schedules/view.ts'
import { moneyChanges, parties } from '../transactions/view.ts'

const day = z.iso.date()

/** One entry on the customer's account, as a statement shows it. */
const statementLine = z.object({
  /** Its number since the account was opened, without gaps. */
  seq: z.string(),
  transactionId: z.uuid(),
  kind: z.enum(kindNames),
  bookedAt: moment,
  type: z.enum(['debit', 'credit']),
  amount: decimal,
  /** States when money was returned. */
  description: z.string(),
  ...parties,
  /** Who received a transfer that the customer sent; null on what the customer received. */
  beneficiary: z.nullable(beneficiaryView),
  /** What the sender of a transfer wrote for the payee. */
  reference: z.nullable(z.string()),
  /** The transaction's present status. */
  status: z.enum(statuses),
  /** What the status change did that has booked the line; null on the first line. */
  change: z.nullable(z.enum(moneyChanges)),
  /** True on a line that a status change has booked, when it undoes the first line: money returned to the payer or taken back. */
  isReturn: z.boolean(),
  /** The account's balance after it. */
  balance: decimal,
})

/** A statement and one page of its lines, oldest first. Opening + money in - money out = closing. */
export const statementView = z.object({
  holder: z.string(),
  accountNumber,
  accountType: z.string(),
  currency: z.enum(currencies),
  from: day,
  /** The last day; today when the period has begun and is not over. */
  to: day,
  /** Today, while the period is not over: `closing` is then the balance now. */
  asOf: z.nullable(day),
  timeZone: z.string(),
  opening: decimal,
  moneyIn: decimal,
  moneyOut: decimal,
  closing: decimal,
  /** Sent and not yet arrived at the time of the request, in any period: already deducted from the balance now. */
  inTransit: decimal,
  /** Pending credits at the time of the request, in any period: not part of the balance until they arrive. */
  expectedIn: decimal,
  lines: z.array(statementLine),
  /** The number of the first line shown, counted from 1 over all pages. */
  firstRow: z.number(),
  total: z.number(),
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
})

/** The account's balance at the end of each day, oldest first; the last day is today, with the balance now. */
export const dailyBalancesView = z.object({
  currency: z.enum(currencies),
  /** The balance before the first day. */
  opening: decimal,
  balances: z.array(z.object({ day, balance: decimal })),
  /** What the scheduled payments leave of what can be spent, from today on; absent without one that changes this account. */
  foreseen: z.optional(z.pick(upcomingView, { balances: true, shortfall: true })),
})

export type DailyBalancesView = z.output<typeof dailyBalancesView>
export type StatementLine = z.output<typeof statementLine>
export type StatementView = z.output<typeof statementView>
