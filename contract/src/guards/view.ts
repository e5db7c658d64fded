import { currencies } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { decimal, moment } from '../answer-formats.ts'

const limits = z.object({
  payment: z.nullable(decimal),
  day: z.nullable(decimal),
  month: z.nullable(decimal),
})

/** The limits of what a customer sends to others in a currency. */
export const guardView = z.object({
  currency: z.enum(currencies),
  /** The customer's own limits that are in force. */
  limits,
  /** Higher ones that replace them at `from`; null when none wait. */
  next: z.nullable(z.extend(limits, { from: moment })),
  /** The bank's limits, which hold beside the customer's. */
  bank: z.pick(limits, { day: true, month: true }),
  /** What was sent today and in this month; null while nothing is counted, because there is no limit. */
  sent: z.nullable(z.object({ day: decimal, month: decimal })),
  /**
   * The bank's limit of what the customer sends to all beneficiaries together that they first paid less than 24 hours ago, and how
   * much of it is used; null without one.
   */
  newBeneficiaries: z.nullable(z.object({ limit: decimal, sent: decimal })),
  /** The bank's limit after a forgotten PIN was replaced, and how much of it is used; null when none is in force. */
  recovery: z.nullable(z.object({ limit: decimal, sent: decimal, until: moment })),
})

/** The guards of each currency that the customer has an account in. */
export const guardList = z.object({ guards: z.array(guardView) })

export type GuardView = z.output<typeof guardView>
