import { setTimeout as wait } from 'node:timers/promises'
import type { Bank } from '../bank.ts'
import type { Job } from '../jobs/job.ts'
import type { BatchRange } from '../live/change-feed.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { listTransactionsAfter, listTransactionsById } from './listed-transaction.ts'
import {
  beginList,
  findProgress,
  findUnlistedPostings,
  findUnlistedRanges,
  lockProgress,
  storeProgress,
} from './listing-progress.ts'

// Of one writer in one round. A batch has 512 postings at most, and usually some.
const batchesMax = 500
// About 50 ms of PostgreSQL.
const filledAtOnce = 2_000
const allWritersMilliseconds = 60_000

/**
 * One round of the list of all transactions: adds what was booked since the last round, and a slice of the transactions from before the
 * list began. Everything of a round is one commit, so a round that is cut off is repeated whole. One process at a time does it.
 * Returns 1 when more is left to do at once, otherwise 0. `which` as for `readHeads`.
 */
export async function listBookings(
  { db }: Pick<Bank, 'db'>,
  now: Date,
  which?: 'all writers',
): Promise<number> {
  const before = await findProgress(db)
  if (!before) {
    await inTransaction(db, (connection) => beginList(connection, now))
    return 1
  }
  // Most rounds of a bank end here, and write nothing.
  if (before.filledAfter === null && (await findUnlistedRanges(db, before, which)).length === 0) return 0
  return inTransaction(db, async (connection) => {
    if (!(await lockProgress(connection))) return 0
    const progress = (await findProgress(connection))!
    const ranges = (await findUnlistedRanges(connection, progress, which)).map(shortened)
    const postings = ranges.length > 0 ? await findUnlistedPostings(connection, ranges, progress.readAt) : []
    const ids = [...new Set(postings.map(({ transactionId }) => transactionId))]
    if (ids.length > 0) await listTransactionsById(connection, ids)
    const isShortened = ranges.some((range) => range.isShortened)
    const filledAfter =
      progress.filledAfter && (await listTransactionsAfter(connection, progress.filledAfter, filledAtOnce))
    await storeProgress(connection, {
      readAt: isShortened ? earliest(postings) : now,
      filledAfter,
      batches: new Map(ranges.map(({ writerId, upTo }) => [writerId, upTo])),
    })
    return isShortened || filledAfter !== null ? 1 : 0
  })
}

function shortened({ writerId, after, upTo }: BatchRange): BatchRange & { isShortened: boolean } {
  const last = after + BigInt(batchesMax)
  return upTo > last
    ? { writerId, after, upTo: last, isShortened: true }
    : { writerId, after, upTo, isShortened: false }
}

/** The next batches of a writer are later than those before. */
function earliest(postings: readonly { readonly writerId: string; readonly bookedAt: Date }[]): Date {
  const lasts = [...Map.groupBy(postings, ({ writerId }) => writerId).values()].map((ofWriter) =>
    ofWriter.reduce((last, { bookedAt }) => (bookedAt > last ? bookedAt : last), new Date(0)),
  )
  return lasts.reduce((first, last) => (last < first ? last : first))
}

export const listBookingsJob: Job = {
  name: 'list-bookings',
  pauseSeconds: 0.5,
  waitsAfterRestore: false,
  open: ({ bank, closing }) => {
    let allWritersAt = 0
    return async (now) => {
      const startedAt = performance.now()
      // A writer from long ago may have written last while no process had the job.
      const areAllDue = startedAt >= allWritersAt
      const count = await listBookings(bank, now, areAllDue ? 'all writers' : undefined)
      if (areAllDue) allWritersAt = startedAt + allWritersMilliseconds
      // While the list is filled, half of the time is left to the customers.
      if (count > 0) await wait(performance.now() - startedAt, undefined, { signal: closing }).catch(() => {})
      return count
    }
  },
}
