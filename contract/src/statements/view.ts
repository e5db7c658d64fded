import { currencies } from '@bank/ledger/currency'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'

const decimal = z.string().check(z.regex(/^-?\d+\.\d{2}$/))
const day = z.iso.date()

/** One entry of the books on one's own account, as a statement shows it. */
const statementLine = z.object({
  /** Its number over the account's whole life, without gaps. */
  seq: z.string(),
  transactionId: z.uuid(),
  bookedAt: z.iso.datetime(),
  type: z.enum(['debit', 'credit']),
  amount: decimal,
  /** Says in words when money came back. */
  description: z.string(),
  /** Where the transaction's money is now. */
  status: z.enum(statuses),
  /** The account's balance after it. */
  balance: decimal,
})

/** A statement and one page of its lines, oldest first. Opening + money in - money out = closing. */
export const statementView = z.object({
  holder: z.string(),
  accountNumber: z.string(),
  accountType: z.string(),
  currency: z.enum(currencies),
  from: day,
  to: day,
  timeZone: z.string(),
  opening: decimal,
  moneyIn: decimal,
  moneyOut: decimal,
  closing: decimal,
  /** Sent and not arrived when this was asked for, whenever it was sent: part of no balance. */
  inTransit: decimal,
  lines: z.array(statementLine),
  /** The number of the first line shown, counted from 1 over all pages. */
  firstRow: z.number(),
  total: z.number(),
  nextCursor: z.nullable(z.string()),
  previousCursor: z.nullable(z.string()),
})

export type StatementLine = z.output<typeof statementLine>
export type StatementView = z.output<typeof statementView>
