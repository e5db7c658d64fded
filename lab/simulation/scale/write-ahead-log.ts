import type { Timeline } from '../timeline.ts'

/** The log of a simulated database. */
export type WriteAheadLog = {
  /** Calls `durable` when a commit with this number of transfers is on disk, and on the standby where there is one. */
  readonly flush: (transfers: number, durable: () => void) => void
  /** The time that flushes have taken, in milliseconds. */
  readonly used: () => number
}

/** How long a flush takes, in milliseconds: `once` and `each` transfer, then `standby` for a standby to confirm it. */
export type LogTimes = { readonly once: number; readonly each: number; readonly standby: number }

/**
 * Opens a log that is flushed by one commit at a time, as PostgreSQL's is: the commits that arrive during a flush share the next
 * one. While a commit waits for the standby, others are flushed.
 */
export function openWriteAheadLog(timeline: Timeline, { once, each, standby }: LogTimes): WriteAheadLog {
  let waiting: { readonly transfers: number; readonly durable: () => void }[] = []
  let isFlushing = false
  let used = 0

  function flushAll(): void {
    const commits = waiting
    waiting = []
    isFlushing = commits.length > 0
    if (!isFlushing) return
    const milliseconds = once + each * commits.reduce((sum, { transfers }) => sum + transfers, 0)
    timeline.after(milliseconds, () => {
      used += milliseconds
      for (const { durable } of commits) {
        if (standby > 0) timeline.after(standby, durable)
        else durable()
      }
      flushAll()
    })
  }

  return {
    used: () => used,
    flush(transfers, durable) {
      waiting.push({ transfers, durable })
      if (!isFlushing) flushAll()
    },
  }
}
