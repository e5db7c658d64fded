import { dayOf, plusDays } from '@bank/contract/bank-day'
import type { PoolClient } from 'pg'
import { type Account, findAccount, findMainAccount } from '../accounts/account.ts'
import { findOpening, insertAccount } from '../accounts/account-opening.ts'
import type { Bank } from '../bank.ts'
import { derivedId } from '../books/derived-id.ts'
import type { Config } from '../config/config.ts'
import { lockSending, noLimits, startCounting, storeLimits } from '../guards/guard.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { findPot, insertPot, type Pot } from '../pots/pot.ts'
import { runAt } from '../schedules/next-run.ts'
import { findSchedule, insertSchedule, type Schedule, transactionIdOf } from '../schedules/schedule.ts'
import { type ScheduleRun, storeRuns } from '../schedules/schedule-run.ts'
import { landlord } from './demo-history.ts'

/** What Alice has arranged: her accounts, and what her scheduled payments have paid so far. */
export type DemoArrangements = {
  readonly account: Account
  readonly savings: Account
  readonly paid: readonly { readonly schedule: DemoSchedule; readonly run: ScheduleRun }[]
}

export type DemoSchedule = Pick<Schedule, 'id' | 'movement' | 'days'>

/**
 * Opens Alice's second account and her pot, and schedules her rent and what she saves. Every id is derived from hers, so that a second
 * run opens nothing again.
 */
export async function arrangeForAlice(
  { db, config }: Bank,
  { aliceId, openedAt, now }: { aliceId: string; openedAt: Date; now: Date },
): Promise<DemoArrangements> {
  const account = (await findMainAccount(db, aliceId))!
  return inTransaction(db, async (connection) => {
    const savings = await ensureSavings(connection, aliceId, openedAt)
    const pot = await ensurePot(connection, account, openedAt)
    const schedules = schedulesOf(account, pot, dayOf(now, config.timeZone))
    for (const schedule of schedules) await ensureSchedule(connection, schedule, { config, openedAt, now })
    const paid = schedules.flatMap((schedule) =>
      runsUntil(now, schedule, config).map((run) => ({ schedule, run })),
    )
    return { account, savings, paid }
  })
}

/** Notes what her scheduled payments have paid, and limits what she sends in a month, which counts from its first day. */
export async function finishArrangements(
  connection: PoolClient,
  { timeZone }: Config,
  { account: { userId, currency }, paid }: DemoArrangements,
  now: Date,
): Promise<void> {
  await storeRuns(
    connection,
    paid.map(({ run }) => run),
  )
  await lockSending(connection, userId)
  await startCounting(connection, userId, currency, { now, timeZone })
  const limits = { ...noLimits, month: 1_000_000n }
  await storeLimits(connection, userId, currency, { limits, next: null, nextFrom: null })
}

async function ensureSavings(connection: PoolClient, userId: string, now: Date): Promise<Account> {
  const openingId = derivedId(`${userId} savings`)
  const known = await findOpening(connection, openingId)
  if (known) return known
  const further = { openingId, name: 'Savings' }
  const { id } = await insertAccount(connection, { userId, type: 'online', currency: 'USD', further, now })
  return (await findAccount(connection, id))!
}

async function ensurePot(connection: PoolClient, account: Account, now: Date): Promise<Pot> {
  const openingId = derivedId(`${account.userId} pot`)
  const form = { name: 'Summer in Lisbon', goal: 120_000n, targetDay: null, lockedUntil: null }
  if (!(await findPot(connection, openingId))) await insertPot(connection, { openingId, account, form, now })
  return (await findPot(connection, openingId))!
}

/** The rent on the first of each month, and savings on the 15th. */
function schedulesOf({ id: from, userId, currency }: Account, pot: Pot, today: string): DemoSchedule[] {
  const sent = { from, currency, madeBy: userId }
  const monthly = (date: string) =>
    ({
      firstDay: firstDayOn(date, today),
      repeat: 'monthly',
      every: 1,
      lastDay: null,
      times: null,
      onHoliday: 'same_day',
    }) as const
  return [
    {
      id: derivedId(`${userId} rent`),
      movement: {
        ...sent,
        kind: 'transfer',
        amountMinor: 98_000n,
        beneficiary: landlord,
        reference: 'Rent, 12 Harbor Street, flat 3',
      },
      days: monthly('01'),
    },
    {
      id: derivedId(`${userId} saving`),
      movement: {
        ...sent,
        kind: 'pot_in',
        to: pot.id,
        amountMinor: 15_000n,
        debitDetail: pot.name,
        beneficiary: null,
        reference: null,
      },
      days: monthly('15'),
    },
  ]
}

/** The first day of the history with this date of the month. The account was funded on the day before it. */
function firstDayOn(date: string, today: string): string {
  let day = plusDays(today, -90)
  while (day.slice(8) !== date) day = plusDays(day, 1)
  return day
}

async function ensureSchedule(
  connection: PoolClient,
  schedule: DemoSchedule,
  { config, openedAt, now }: { config: Config; openedAt: Date; now: Date },
): Promise<void> {
  if (await findSchedule(connection, schedule.id)) return
  const number = runsUntil(now, schedule, config).length
  await insertSchedule(connection, { ...schedule, next: runAt(schedule, number, config)! }, openedAt)
}

/** The runs that are due at a moment, as the job would have made them. */
function runsUntil(now: Date, schedule: DemoSchedule, config: Config): ScheduleRun[] {
  const runs: ScheduleRun[] = []
  for (let number = 0; ; number++) {
    const { nextDay: day, dueAt: at } = runAt(schedule, number, config)!
    if (at > now) return runs
    const transactionId = transactionIdOf(schedule, day)
    runs.push({ scheduleId: schedule.id, day, outcome: 'booked', reason: null, transactionId, at })
  }
}
