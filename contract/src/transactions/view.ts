import { currencies } from '@bank/ledger/currency'
import { kindNames } from '@bank/ledger/kinds'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment } from '../answer-formats.ts'
import { beneficiaryView } from '../beneficiaries/view.ts'
import { disputeView } from '../disputes/view.ts'

/** What a status change did to the money of one side: the payer's came back or went out again, the payee's came in or was taken back. */
export const moneyChanges = ['returned', 'sent_again', 'received', 'taken_back'] as const

/** Who and what the description of a transaction names. */
export const parties = {
  /** The name of the payee or the payer; null when it is the bank or the same customer. */
  counterparty: z.nullable(z.string()),
  /** The number of the other account, between two accounts of the customer. */
  otherAccount: z.nullable(accountNumber),
  /** The name that the pot had, between an account and a pot. */
  pot: z.nullable(z.string()),
}

/** A transaction, as the owner of one of its accounts sees it. */
export const transactionView = z.object({
  id: z.uuid(),
  kind: z.enum(kindNames),
  type: z.enum(['debit', 'credit']),
  amount: decimal,
  currency: z.enum(currencies),
  description: z.string(),
  ...parties,
  status: z.enum(statuses),
  createdAt: moment,
  /** Who received a transfer that the customer sent; null on what the customer received. */
  beneficiary: z.nullable(beneficiaryView),
  /** What the sender of a transfer wrote for the payee: the same for both sides. */
  reference: z.nullable(z.string()),
  /**
   * The account's balance after its first posting; later status changes do not alter it. Null where that posting did not
   * reach the account: on money received that was pending at first.
   */
  balanceAfter: z.nullable(decimal),
})

/**
 * One row of the history: an entry on an account. The first has the id of its transaction. A status change that moves the account's
 * money has a row of its own, with the id and the time of that change.
 */
export const historyRow = z.extend(transactionView, {
  transactionId: z.uuid(),
  /** The number of the account. */
  account: accountNumber,
  /** What the status change did that has booked the row; null on the first row. */
  change: z.nullable(z.enum(moneyChanges)),
  /** True on a row that a status change has booked, when it undoes the first row: money returned to the payer or taken back. */
  isReturn: z.boolean(),
  /** The account's balance after it: that of the account's next older row, more or less by the amount. */
  balanceAfter: decimal,
})

/** A page of the history. */
export const transactionPage = z.object({
  transactions: z.array(historyRow),
  /** The number of the first row, counted from 1 over all pages (the S/N column). */
  firstRow: z.number(),
  /** Exact up to 1,000; null beyond. */
  total: z.nullable(z.number()),
  nextCursor: z.nullable(z.string()),
})

/** One transaction with all its statuses, oldest first, and the customer's note, empty when there is none. */
export const transactionDetailsView = z.extend(transactionView, {
  timeline: z.array(
    z.object({
      status: z.enum(statuses),
      at: moment,
      /** True where the sender took the transfer back. */
      isTakenBack: z.boolean(),
      /** True where the undo time was over: `success`, or `failed` where the payee's account could not take the money. */
      isRelease: z.boolean(),
      /** Why staff or the bank returned the transfer, or why staff took the funding back; null on everything else. */
      reason: z.nullable(z.string()),
      /** The account's balance after it; null where the status moved no money of the account. */
      balanceAfter: z.nullable(decimal),
    }),
  ),
  /** Until when the customer can take the transfer back; null where that is not possible. */
  takeBackUntil: z.nullable(moment),
  note: z.string(),
  /**
   * On a transfer that the customer sent inside the bank: the name of the account's holder, masked, such as `B••• M•••`.
   * The beneficiary's name is what the customer wrote.
   */
  payeeNameMasked: z.nullable(z.string()),
  /** The last dispute of a payment that the customer sent; null without one. */
  dispute: z.nullable(disputeView),
  /** Until when the customer can dispute the payment, how much, and by when the bank would decide it now; null where that is not possible. */
  disputable: z.nullable(z.object({ until: moment, decidedBy: moment, most: decimal })),
  /** On money from another account of this bank: who sent it, as the beneficiary of a transfer back. */
  payer: z.nullable(beneficiaryView),
  /** What rounded it up: the name that the pot had, the amount, and the account’s balance after it. Null where nothing did. */
  roundUp: z.nullable(z.object({ pot: z.string(), amount: decimal, balanceAfter: decimal })),
})

const sum = z.string().check(z.regex(/^\d+\.\d{2}$/))

/** What the selected rows of a history add up to, in each currency that they have. */
export const historyTotals = z.object({
  totals: z.array(
    z.object({
      currency: z.enum(currencies),
      moneyIn: sum,
      moneyOut: sum,
      /** What was moved between the customer's own accounts and pots, which is neither: what came in less what went out. */
      moved: decimal,
    }),
  ),
})

/** Money in and money out by month or by day, oldest first; the last one is the current month or day. */
export const flowsView = z.object({
  currency: z.enum(currencies),
  flows: z.array(
    z.object({
      /** `YYYY-MM` or `YYYY-MM-DD`, in the bank's time zone. */
      during: z.string(),
      moneyIn: sum,
      moneyOut: sum,
    }),
  ),
})

export type MoneyChange = (typeof moneyChanges)[number]
export type TransactionView = z.output<typeof transactionView>
export type HistoryRow = z.output<typeof historyRow>
export type HistoryTotals = z.output<typeof historyTotals>
export type TransactionPage = z.output<typeof transactionPage>
export type TransactionDetailsView = z.output<typeof transactionDetailsView>
export type FlowsView = z.output<typeof flowsView>
