import { Worker } from 'node:worker_threads'
import { dayOf } from '@bank/contract/bank-day'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../postgres/database.ts'
import { reasonOf } from '../../reason-of.ts'
import type { BooksVerdict, CheckProgress } from './check-books.ts'
import { beatCheckRun, endCheckRun } from './check-run.ts'

/** What the thread of a check needs. Moments in milliseconds since 1970. */
export type CheckTask = {
  readonly connection: pg.ClientConfig
  /** Where sessions cannot hold locks, each process checks. */
  readonly locksSessions: boolean
  /** Whether PostgreSQL runs on this machine, as a child of the program. */
  readonly isEmbedded: boolean
  /** The moment since which the books should have been checked. Infinity: they are checked in any case. */
  readonly dueAt: number
  readonly now: number
  /** The mail about wrong books; undefined without OPERATOR_EMAIL. At most one for each day of the bank. */
  readonly letter:
    | { readonly bankName: string; readonly operatorEmail: string; readonly day: string }
    | undefined
}

/** The verdict, or that another process checks the books or has just done it, or that the thread was ended. */
export type CheckAnswer = BooksVerdict | 'being checked' | 'ended'

/** What the thread sends: how far it is, and at last its answer. */
export type CheckMessage = { readonly progress: CheckProgress } | { readonly answer: CheckAnswer }

export type CheckLog = {
  readonly [Level in 'warn' | 'info']: (fields: Readonly<Record<string, unknown>>, message: string) => void
}

const heartbeatMilliseconds = 2_000

/**
 * Makes the check of a run that has begun: in a thread at low priority, and with heartbeats until its end. Stores the result and logs
 * it. `closing` ends the thread.
 */
export async function runCheck(
  { db, config }: { db: Database; config: Config },
  { id, dueAt, now }: { id: string; dueAt: number; now: Date },
  log: CheckLog,
  closing: AbortSignal,
): Promise<CheckAnswer> {
  const begun = performance.now()
  const end = (failure: string | null) =>
    endCheckRun(db, id, { endedAt: new Date(now.getTime() + performance.now() - begun), failure })
  let progress: CheckProgress | undefined
  // One that fails is made up for by the next one.
  const beat = () => beatCheckRun(db, id, progress).catch(() => {})
  const beats = setInterval(beat, heartbeatMilliseconds)
  try {
    await beat()
    const answer = await checkInThread(taskOf(db, config, { dueAt, now }), closing, (reached) => {
      progress = reached
    })
    clearInterval(beats)
    await end(typeof answer === 'string' ? failureTexts[answer] : null)
    if (typeof answer !== 'string') tell(answer, log)
    return answer
  } catch (error) {
    clearInterval(beats)
    await end(reasonOf(error)).catch(() => {})
    throw error
  }
}

const failureTexts = {
  'being checked': 'Another process of the bank checks the books, or has just done it',
  ended: 'The process that checked the books was ended',
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

async function checkInThread(
  task: CheckTask,
  closing: AbortSignal,
  onProgress: (progress: CheckProgress) => void,
): Promise<CheckAnswer> {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), { workerData: task })
  worker.unref()
  const stop = () => void worker.terminate()
  closing.addEventListener('abort', stop)
  if (closing.aborted) stop()
  try {
    return await new Promise<CheckAnswer>((resolve, reject) => {
      worker.on('message', (message: CheckMessage) => {
        if ('answer' in message) resolve(message.answer)
        else onProgress(message.progress)
      })
      worker.on('error', reject)
      worker.on('exit', () => resolve('ended'))
    })
  } finally {
    closing.removeEventListener('abort', stop)
  }
}

function tell({ broken, rows }: BooksVerdict, log: CheckLog): void {
  if (broken === null) log.info(rows, 'the books are in order')
  // The row itself has balances: npm run check-books and the overview name it.
  else log.warn({ invariant: broken.invariant }, 'the books are NOT in order: see npm run check-books')
}
