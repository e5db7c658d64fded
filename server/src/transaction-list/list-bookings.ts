import { setTimeout as wait } from 'node:timers/promises'
import type { Bank } from '../bank.ts'
import type { Job } from '../jobs/job.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { listTransactionsAfter, listTransactionsOf } from './listed-transaction.ts'
import {
  batchesMost,
  beginList,
  countBatches,
  findProgress,
  findUnlistedRanges,
  lockProgress,
  storeProgress,
} from './listing-progress.ts'

// Fewer in a round take hardly less: the postings among which they are looked for have to be read.
const batchesLeast = 20
// About 50 ms of PostgreSQL.
const filledAtOnce = 2_000
// For each millisecond of a round the job rests as many. It takes half of the time while it fills the list, and 5 % afterwards,
// which lists some 1,500 transactions a second at once. While this process is busy for more than a quarter of its time, it takes
// 0.5 %, or the least round in five seconds: the list may fall behind then, so that customers do not. What is booked while little is booked is listed within seconds all the same.
const restsOf = { filling: 1, free: 19, busy: 199 }
const restMillisecondsMax = 5_000
const busyFrom = 1 / 4
// Measured after each round, because over a long rest the quiet before a rush would hide it.
const sampleMilliseconds = 50
const allWritersMilliseconds = 60_000

/**
 * One round of the list of all transactions: adds what was booked since the last round, and a slice of the transactions from before the
 * list began. Everything of a round is one commit, so a round that is cut off is repeated whole. One process at a time does it.
 * Returns what is left to do. `which` as for `readHeads`.
 */
export async function listBookings(
  { db }: Pick<Bank, 'db'>,
  now: Date,
  which?: 'all writers',
  batchesMax: number = batchesMost,
): Promise<'filling' | 'behind' | 'done'> {
  const before = await findProgress(db)
  if (!before) {
    await inTransaction(db, (connection) => beginList(connection, now))
    return 'filling'
  }
  // Most rounds of a bank end here, and write nothing.
  if (before.filledAfter === null && (await findUnlistedRanges(db, before, which)).length === 0) return 'done'
  return inTransaction(db, async (connection) => {
    if (!(await lockProgress(connection))) return 'done'
    const progress = (await findProgress(connection))!
    const ranges = await findUnlistedRanges(connection, progress, which)
    const isBehind = countBatches(ranges) > batchesMax
    const { readAt } = progress
    const listed =
      ranges.length > 0 ? await listTransactionsOf(connection, ranges, { readAt, batchesMax }) : undefined
    const filledAfter =
      progress.filledAfter && (await listTransactionsAfter(connection, progress.filledAfter, filledAtOnce))
    await storeProgress(connection, {
      // The next batches of all writers are later. A clock that was wrong moves it neither back nor beyond now.
      readAt: listed && isBehind ? earlier(later(readAt, listed.lastAt), now) : now,
      filledAfter,
      batches: listed?.batches ?? new Map(),
    })
    if (filledAfter !== null) return 'filling'
    return isBehind ? 'behind' : 'done'
  })
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)

export const listBookingsJob: Job = {
  name: 'list-bookings',
  pauseSeconds: 0.5,
  waitsAfterRestore: false,
  open: ({ bank, closing }) => {
    let allWritersAt = 0
    let pace: keyof typeof restsOf = 'busy'
    let batchesMax = batchesLeast
    return async (now) => {
      const startedAt = performance.now()
      // A writer from long ago may have written last while no process had the job.
      const areAllDue = startedAt >= allWritersAt
      const left = await listBookings(bank, now, areAllDue ? 'all writers' : undefined, batchesMax)
      if (areAllDue) allWritersAt = startedAt + allWritersMilliseconds
      const milliseconds = performance.now() - startedAt
      pace = left === 'filling' ? left : (await isBusy(closing)) ? 'busy' : 'free'
      // As many as make a round for which it can rest long enough.
      const fitting = Math.floor((batchesMax * restMillisecondsMax) / (milliseconds * restsOf[pace]))
      batchesMax = Math.min(Math.max(fitting, batchesLeast), batchesMost)
      await restFor(Math.min(milliseconds * restsOf[pace], restMillisecondsMax), closing)
      return left === 'done' ? 0 : 1
    }
  },
}

/** Rests for so long. Time in which the whole process stood still is no rest for the customers. */
async function restFor(milliseconds: number, closing: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0 && !closing.aborted; ) {
    const begin = performance.now()
    const step = Math.min(left, 100)
    await wait(step, undefined, { signal: closing }).catch(() => {})
    left -= Math.min(performance.now() - begin, 2 * step)
  }
}

/** Whether this process is busy now. */
async function isBusy(closing: AbortSignal): Promise<boolean> {
  const before = performance.eventLoopUtilization()
  await wait(sampleMilliseconds, undefined, { signal: closing }).catch(() => {})
  return performance.eventLoopUtilization(before).utilization > busyFrom
}
