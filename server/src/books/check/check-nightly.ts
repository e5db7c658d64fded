import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { dayOf, startOfDay } from '@bank/contract/bank-day'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../postgres/database.ts'
import { findLastBooksCheck } from './books-check.ts'
import type { BooksVerdict } from './check-books.ts'

/** What the thread of a check needs. Moments in milliseconds since 1970. */
export type CheckTask = {
  readonly connection: pg.ClientConfig
  /** Where sessions cannot hold locks, each process checks. */
  readonly locksSessions: boolean
  /** Whether PostgreSQL runs on this machine, as a child of the program. */
  readonly isEmbedded: boolean
  /** The moment since which the books should have been checked. */
  readonly dueAt: number
  readonly now: number
  /** The mail about wrong books; undefined without OPERATOR_EMAIL. At most one for each day of the bank. */
  readonly letter:
    | { readonly bankName: string; readonly operatorEmail: string; readonly day: string }
    | undefined
}

/** The verdict, or that another process checks the books or has just done it. */
export type CheckAnswer = BooksVerdict | 'being checked'

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void

const minute = 60_000

/**
 * A job that checks the books every day at CHECK_BOOKS_AT, in one of the bank's processes, and stores the result; undefined when
 * that is off. A check that no process was there to make is made at the next start, but for the first one of a bank. `openedAt` is
 * when this process began, in milliseconds. `closing` ends a check that runs.
 */
export function nightlyBooksCheck(
  { db, config, openedAt }: { db: Database; config: Config; openedAt: number },
  log: { readonly warn: Write; readonly info: Write },
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
      const answer = await checkInThread(taskOf(db, config, { dueAt, now }), closing)
      if (answer === 'being checked') {
        notBefore = now.getTime() + minute
        return 0
      }
      tell(answer, log)
    }
    doneFor = dueAt
    return 0
  }
}

function taskOf(db: Database, config: Config, { dueAt, now }: { dueAt: number; now: Date }): CheckTask {
  const { host, port, user, database, connectionString, options } = db.options
  const { bankName, operatorEmail, timeZone, databaseUrl } = config
  const given = { host, port, user, database, connectionString, options, password: db.options.password }
  return {
    // Absent ones would replace those of the connection string.
    connection: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    locksSessions: db.server.locksSessions,
    isEmbedded: databaseUrl === undefined,
    dueAt,
    now: now.getTime(),
    letter: operatorEmail === undefined ? undefined : { bankName, operatorEmail, day: dayOf(now, timeZone) },
  }
}

async function checkInThread(task: CheckTask, closing: AbortSignal): Promise<CheckAnswer> {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), { workerData: task })
  worker.unref()
  const stop = () => void worker.terminate()
  closing.addEventListener('abort', stop)
  try {
    const [answer] = await Promise.race([
      once(worker, 'message') as Promise<[CheckAnswer]>,
      once(worker, 'exit').then((): [CheckAnswer] => ['being checked']),
    ])
    return answer
  } finally {
    closing.removeEventListener('abort', stop)
  }
}

function tell({ broken, rows }: BooksVerdict, log: { readonly warn: Write; readonly info: Write }): void {
  if (broken === null) log.info(rows, 'the books are in order')
  // The row itself has balances: npm run check-books and the overview name it.
  else log.warn({ invariant: broken.invariant }, 'the books are NOT in order: see npm run check-books')
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
