import { dayOf, startOfDay } from '@bank/contract/bank-day'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../postgres/database.ts'
import { reasonOf } from '../../reason-of.ts'
import { findLastBooksCheck } from './books-check.ts'
import { beginDailyRun, beginRequestedRun } from './check-run.ts'
import { type CheckLog, runCheck } from './run-check.ts'

const minute = 60_000

/**
 * A job that checks the books every day at CHECK_BOOKS_AT, in one of the bank's processes, and stores the result; undefined when
 * that is off. A check that no process was there to make is made at the next start, but for the first one of a bank. `openedAt` is
 * when this process began, in milliseconds. `closing` ends a check that runs.
 */
export function nightlyBooksCheck(
  { db, config, openedAt }: { db: Database; config: Config; openedAt: number },
  log: CheckLog,
  closing: AbortSignal,
): ((now: Date) => Promise<number>) | undefined {
  const { checkBooksAt, timeZone } = config
  if (checkBooksAt === undefined) return undefined
  let doneFor = 0
  let notBefore = 0
  return async (now) => {
    if (now.getTime() < notBefore) return 0
    const dueAt = lastMomentAt(checkBooksAt, timeZone, now)
    if (dueAt === doneFor) return 0
    const last = await findLastBooksCheck(db)
    if (last ? last.startedAt.getTime() < dueAt : openedAt <= dueAt) {
      const id = await beginDailyRun(db, now)
      const answer =
        id === undefined ? undefined : await runCheck({ db, config }, { id, dueAt, now }, log, closing)
      if (answer === undefined || typeof answer === 'string') {
        notBefore = now.getTime() + minute
        return 0
      }
    }
    doneFor = dueAt
    return 0
  }
}

/** A job that makes the checks that administrators ask for, each in one of the bank's processes, whenever the books were last checked. */
export function requestedBooksCheck(
  bank: { db: Database; config: Config },
  log: CheckLog,
  closing: AbortSignal,
): (now: Date) => Promise<number> {
  return async (now) => {
    const id = await beginRequestedRun(bank.db)
    if (id === undefined) return 0
    try {
      await runCheck(bank, { id, dueAt: Number.POSITIVE_INFINITY, now }, log, closing)
    } catch (error) {
      // The page says it, too. The job goes on: the next request is tried at once.
      log.warn({ error: reasonOf(error) }, 'a check of the books that was asked for failed')
    }
    return 0
  }
}

/**
 * The last moment, in milliseconds since 1970, at which so many minutes of a day of the bank had passed. On the day on which summer
 * time begins or ends, the clock shows an hour more or less.
 */
function lastMomentAt(minutes: number, timeZone: string, now: Date): number {
  const today = startOfDay(dayOf(now, timeZone), timeZone)
  const moment = today.getTime() + minutes * minute
  if (moment <= now.getTime()) return moment
  const yesterday = dayOf(new Date(today.getTime() - 1), timeZone)
  return startOfDay(yesterday, timeZone).getTime() + minutes * minute
}
