import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { lowerPriority } from '../../low-priority.ts'
import { booksWrongMail } from '../../mail/letters.ts'
import { queueMail } from '../../mail/outgoing-mail.ts'
import { bankTypes } from '../../postgres/bank-types.ts'
import { findLastBooksCheck, insertBooksCheck } from './books-check.ts'
import { type CheckProgress, checkBooksInSlices } from './check-books.ts'
import type { CheckAnswer, CheckMessage, CheckTask } from './run-check.ts'

// A thread of its own: the proof of millions of rows takes minutes of a processor, and no request may wait for it. Sends how
// far it is, and its answer, to the bank, and ends.

// PostgreSQL keeps each version of a row that a snapshot may see, and each transfer writes the bank's own ledger accounts: the longer
// a slice takes, the more versions every transfer walks over.
const rowsOfSlice = 5_000

lowerPriority('lowest')
const send = (message: CheckMessage) => parentPort?.postMessage(message)
send({ answer: await check(workerData as CheckTask) })

async function check({
  connection,
  locksSessions,
  isEmbedded,
  dueAt,
  now,
  letter,
}: CheckTask): Promise<CheckAnswer> {
  const begun = performance.now()
  const client = new pg.Client({ ...connection, types: bankTypes, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    if (isEmbedded) await lowerBackend(client)
    if (locksSessions && !(await isOnlyCheck(client))) return 'being checked'
    const last = await findLastBooksCheck(client)
    if (last && last.startedAt.getTime() >= dueAt) return 'being checked'

    const verdict = await checkBooksInSlices(client, rowsOfSlice, pausing())
    const finishedAt = new Date(now + performance.now() - begun)
    // Together, so that wrong books are never stored without the mail about them.
    await client.query('begin')
    await insertBooksCheck(client, verdict, { startedAt: new Date(now), finishedAt })
    if (verdict.broken && letter) {
      const mail = booksWrongMail(letter.bankName, letter.operatorEmail, verdict.broken)
      await queueMail(client, { ...mail, reason: `books wrong ${letter.day}` }, finishedAt)
    }
    await client.query('commit')
    return verdict
  } finally {
    await client.end()
  }
}

/** True in one process at a time. The lock is held by the session, without a database transaction. No other program uses these numbers. */
async function isOnlyCheck(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(7310579, 5) as locked')
  return rows[0].locked
}

/** Lets the processes of PostgreSQL that book payments go first. */
async function lowerBackend(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  lowerPriority('lowest', rows[0]!.pid)
}

/** Tells the bank how far the check is, and pauses as long as the slice took: the check works half of the time at most. */
function pausing(): (progress: CheckProgress) => Promise<void> {
  let begun = performance.now()
  return async (progress) => {
    send({ progress })
    await wait(performance.now() - begun)
    begun = performance.now()
  }
}
