import { currencies } from '@bank/ledger/currency'
import { kindNames } from '@bank/ledger/kinds'
import * as z from 'zod/mini'
import { accountNumber, decimal, moment } from '../answer-formats.ts'
import { beneficiaryView } from '../beneficiaries/view.ts'
import { holidayRules } from './bank-holidays.ts'
import { repeats } from './rhythm.ts'

/** The most schedules of one customer that have not ended. */
export const schedulesMax = 100

/** The most coming runs that are listed. */
export const upcomingRunsMax = 50

/** How many schedules that have ended, and how many runs of each schedule, are listed. */
export const endedSchedulesMax = 20
export const listedRunsMax = 5

/** What became of a run. `waiting`: it was refused, and is tried again on the same day. */
export const runOutcomes = ['booked', 'waiting', 'failed', 'skipped'] as const

/** Why a schedule has ended. */
export const scheduleEnds = ['finished', 'stopped', 'account_closed', 'payee_closed'] as const

export const scheduleRunView = z.object({
  /** The nominal day, `YYYY-MM-DD`. */
  day: z.string(),
  outcome: z.enum(runOutcomes),
  /** Why it was refused; null unless it was. */
  reason: z.nullable(z.string()),
  /** The transaction that it made; null without one. */
  transactionId: z.nullable(z.uuid()),
  at: moment,
})

/** A payment that is made later, once or repeatedly. */
export const scheduleView = z.object({
  id: z.uuid(),
  /** Changes with every change and every run. */
  version: z.number(),
  state: z.enum(['active', 'paused', 'ended']),
  /** Null while it has not ended. */
  endedBecause: z.nullable(z.enum(scheduleEnds)),
  amount: decimal,
  currency: z.enum(currencies),
  kind: z.enum(kindNames),
  /** The payee's name, or the number of the customer's other account, or the name of the pot. */
  payee: z.string(),
  /** The number of the customer's other account; null for any other payee. */
  account: z.nullable(accountNumber),
  /** The pot that it pays into; null for any other. */
  potId: z.nullable(z.uuid()),
  /** Null for money that stays with the customer. */
  beneficiary: z.nullable(beneficiaryView),
  reference: z.nullable(z.string()),
  rhythm: z.object({
    firstDay: z.string(),
    repeat: z.enum(repeats),
    every: z.number(),
    lastDay: z.nullable(z.string()),
    times: z.nullable(z.number()),
    onHoliday: z.enum(holidayRules),
  }),
  /** The next nominal day, and the day on which it is made; null for one that has ended. */
  next: z.nullable(z.object({ day: z.string(), dueDay: z.string() })),
  /** The latest first. */
  runs: z.array(scheduleRunView),
})

/** The schedules of an account: those that have not ended by their next day, then some that have, the latest first. */
export const scheduleList = z.object({ schedules: z.array(scheduleView) })

/** What the schedules of a customer change on an account in the next 90 days, and the balances that they leave. */
export const upcomingView = z.object({
  currency: z.enum(currencies),
  /** What can be spent now. Negative where more is held than there is. */
  opening: decimal,
  /** The balance foreseen at the end of today and of each day after it. Negative where payments are not covered. */
  balances: z.array(z.object({ day: z.iso.date(), balance: decimal })),
  /** The first runs. */
  runs: z.array(
    z.object({
      scheduleId: z.uuid(),
      /** The nominal day, and the day on which it is made. */
      day: z.iso.date(),
      dueDay: z.iso.date(),
      type: z.enum(['debit', 'credit']),
      amount: decimal,
      /** The payee's name, or the name of the pot; null for another account of the customer. */
      name: z.nullable(z.string()),
      /** The number of that account; null otherwise. */
      account: z.nullable(accountNumber),
      /** The balance foreseen after it. */
      balance: decimal,
    }),
  ),
  /** How many runs there are, listed or not. */
  total: z.number(),
  /** The first day whose payments are not covered, and what is missing then; null without one. */
  shortfall: z.nullable(z.object({ day: z.iso.date(), missing: decimal })),
})

export type UpcomingView = z.output<typeof upcomingView>
export type RunOutcome = (typeof runOutcomes)[number]
export type ScheduleEnd = (typeof scheduleEnds)[number]
export type ScheduleRunView = z.output<typeof scheduleRunView>
export type ScheduleView = z.output<typeof scheduleView>
