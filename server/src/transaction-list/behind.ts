import type { Connection } from '../postgres/database.ts'
import { batchesMost, findProgress, findUnlistedRanges, overUnlistedPostings } from './listing-progress.ts'

/** How many seconds the list is behind the books, rounded up; null until it has all transactions. */
export async function readSecondsBehind(db: Connection, now: Date): Promise<number | null> {
  const progress = await findProgress(db)
  if (!progress || progress.filledAfter !== null) return null
  const ranges = await findUnlistedRanges(db, progress)
  if (ranges.length === 0) return 0
  const { firstAt } = await overUnlistedPostings(db, ranges, {
    readAt: progress.readAt,
    batchesMax: batchesMost,
  })
  return Math.max(1, Math.ceil((now.getTime() - firstAt.getTime()) / 1_000))
}
