import { dayText } from '@bank/contract/date-text'
import { formatMoney } from '@bank/contract/format-money'
import type { BooksRefusal } from '@bank/ledger/command'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import { findMailReaders } from '../accounts/account.ts'
import type { Bank } from '../bank.ts'
import { openingOf } from '../books/instruction.ts'
import { refusalOf } from '../books/refusal-of.ts'
import { type Job, withBank } from '../jobs/job.ts'
import { openLimiter } from '../limiter.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { runFailedMail } from '../mail/schedule-letters.ts'
import { limitsOf } from '../movements/movement-limits.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { runAt } from './next-run.ts'
import { nextTryAfter } from './run-hours.ts'
import {
  endOf,
  hasDueRun,
  lockDueSchedules,
  type Progress,
  payeeOf,
  progressTo,
  type Schedule,
  storeProgress,
  transactionIdOf,
} from './schedule.ts'
import { type ScheduleRun, storeRuns } from './schedule-run.ts'

// As many as one batch of the books takes: fewer would leave the books waiting for the job, and more would hold up the
// transfers of customers.
const schedulesAtOnce = 512

// Of the four connections of the jobs, one of which holds the schedules.
const lookUpsAtOnce = 2

/**
 * Makes the runs that are due, many at once, each once, by whichever process locks its schedule first: the id of the transaction
 * is derived from the schedule and the nominal day, so that a run whose outcome was lost gets its first answer. What the books
 * refuse is tried again at the next hour for tries of the same day, and fails after the last one. Returns how many were due.
 */
export async function carryOutSchedules(bank: Bank, now: Date): Promise<number> {
  const failures: unknown[] = []
  const lookUp = openLimiter({ atOnceMax: lookUpsAtOnce, waitingMax: schedulesAtOnce })
  const count = await inTransaction(bank.db, async (connection) => {
    const due = await lockDueSchedules(connection, now, schedulesAtOnce)
    const tries = await Promise.all(
      due.map((schedule) =>
        tryRun(bank, schedule, lookUp, now).catch((error: unknown) => {
          failures.push(error)
          return undefined
        }),
      ),
    )
    await store(
      connection,
      bank,
      tries.filter((made) => made !== undefined),
      now,
    )
    return due.length
  })
  // Those without an answer hold up no others; they are tried again in the next round.
  if (failures.length > 0) throw failures[0]
  return count
}

/** What one try has made of a run, and how its schedule goes on. */
type Try = { readonly schedule: Schedule; readonly run: ScheduleRun; readonly progress: Progress }

async function tryRun(
  bank: Bank,
  schedule: Schedule,
  lookUp: ReturnType<typeof openLimiter>,
  now: Date,
): Promise<Try> {
  const { movement: stored, userId } = schedule
  const { nextDay: day, nextNumber } = schedule.next!
  const movement = { ...stored, id: transactionIdOf(schedule, day) }
  const limits = await lookUp('limits', () => limitsOf(bank, movement))
  const outcome = await bank.books.submit(
    openingOf(bank.books, movement, { ...limits, authority: { by: 'schedule', userId } }),
  )
  const next = () => progressTo(schedule, runAt(schedule, nextNumber + 1, bank.config))
  const run = { scheduleId: schedule.id, day, at: now }
  if (!('refusal' in outcome)) {
    const booked = { ...run, outcome: 'booked', reason: null, transactionId: movement.id } as const
    return { schedule, run: booked, progress: next() }
  }
  const { refusal } = outcome
  const refused = {
    ...run,
    reason: reasonOf(bank, refusal, { schedule, now, limitMinor: limits.limitMinor }),
    transactionId: null,
  }
  if (refusal.code === 'account_closed') {
    const end = refusal.closed === movement.from ? 'account_closed' : 'payee_closed'
    return { schedule, run: { ...refused, outcome: 'failed' }, progress: endOf(schedule, end) }
  }
  const dueAt = nextTryAfter(now, bank.config.timeZone)
  if (!dueAt) return { schedule, run: { ...refused, outcome: 'failed' }, progress: next() }
  const again = {
    id: schedule.id,
    state: schedule.state,
    next: { ...schedule.next!, dueAt },
    endedBecause: null,
  }
  return { schedule, run: { ...refused, outcome: 'waiting' }, progress: again }
}

/** The sentence about a refusal. */
function reasonOf(
  { config }: Bank,
  refusal: BooksRefusal,
  { schedule, now, limitMinor }: { schedule: Schedule; now: Date; limitMinor: bigint },
): string {
  const { from, currency } = schedule.movement
  if (refusal.code === 'account_closed' && refusal.closed !== from) return 'The payee’s account is closed'
  return refusalOf(refusal, { config, limitMinor, currency, now }).message
}

/** Stores what became of the runs, with a mail for each that has failed. */
async function store(connection: PoolClient, bank: Bank, tries: readonly Try[], now: Date): Promise<void> {
  if (tries.length === 0) return
  await storeRuns(
    connection,
    tries.map(({ run }) => run),
  )
  await storeProgress(
    connection,
    tries.map(({ progress }) => progress),
    now,
  )
  const failed = tries.filter(({ run }) => run.outcome === 'failed')
  const readers = await findMailReaders(
    connection,
    failed.map(({ schedule }) => schedule.movement.from),
  )
  for (const { schedule, run, progress } of failed) {
    const { amountMinor, currency } = schedule.movement
    const mail = runFailedMail(bank.config.bankName, readers.get(schedule.movement.from)!, {
      payee: payeeOf(schedule.movement),
      amount: formatMoney(formatMinor(amountMinor), currency),
      day: dayText(run.day, 'long'),
      reason: run.reason!,
      hasEnded: progress.endedBecause !== null,
    })
    // In any number of processes a day fails once.
    await queueMail(connection, { ...mail, reason: `schedule ${schedule.id} ${run.day}` }, now)
  }
}

export const carryOutSchedulesJob: Job = {
  name: 'carry-out-schedules',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  // Most rounds end with the first question, without a transaction.
  open: withBank(async (bank, now) => ((await hasDueRun(bank.db, now)) ? carryOutSchedules(bank, now) : 0)),
}
