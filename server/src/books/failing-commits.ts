import { errorCodeOf, isServerFailure } from '../postgres/transient-error.ts'

/** The last commits of a lane that failed, none of which succeeded since. */
export type CommitFailures = {
  /** SQLSTATE or the system's code, and the sentence, of the last one. */
  readonly code: string | undefined
  readonly message: string
  readonly count: number
  /** When the first one was submitted, in milliseconds on a monotonic clock. */
  readonly since: number
  /** When the last one was noted, on the same clock. */
  readonly last: number
}

type Report = (lane: string, failures: CommitFailures, areOver: boolean) => void

/** Notes whether the commits of the lanes succeed, in memory. */
export type CommitWatch = {
  /** Notes that a batch was given up. Only a failure that would meet any commit counts: no space, no connection. */
  readonly failed: (lane: string, error: unknown, since: number) => void
  readonly succeeded: (lane: string) => void
  /**
   * Notes that a commit outside the lanes has succeeded, where theirs failed. Returns whether theirs are taken to succeed again: after an
   * error of the disk, which may have met a file that only they write, not before they have not failed for half a minute.
   */
  readonly otherSucceeded: () => boolean
  /** True while the last commits of a lane failed and none succeeded for two seconds. */
  readonly areFailing: () => boolean
  /** Sets what gets the first failure of a lane, and its last one once a commit succeeds again. */
  readonly onChange: (report: Report) => void
}

const quietMilliseconds = 30_000

/** `timeoutFactor` multiplies the two seconds and the half minute. `elapsed` gives milliseconds on the clock of the lanes. */
export function openCommitWatch(
  timeoutFactor = 1,
  elapsed: () => number = () => performance.now(),
): CommitWatch {
  const failing = new Map<string, CommitFailures>()
  let report: Report = () => {}

  function succeeded(lane: string): void {
    const failures = failing.get(lane)
    if (failures === undefined) return
    failing.delete(lane)
    report(lane, failures, true)
  }

  return {
    failed(lane, error, since) {
      if (!isServerFailure(error)) return
      const earlier = failing.get(lane)
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error)
      const failures = {
        code: errorCodeOf(cause),
        message: cause.message,
        count: (earlier?.count ?? 0) + 1,
        since: earlier?.since ?? since,
        last: elapsed(),
      }
      failing.set(lane, failures)
      if (earlier === undefined) report(lane, failures, false)
    },
    succeeded,
    otherSucceeded() {
      for (const [lane, { code, last }] of failing) {
        const isProved = !code?.startsWith('58') || elapsed() - last >= quietMilliseconds * timeoutFactor
        if (isProved) succeeded(lane)
      }
      return failing.size === 0
    },
    areFailing: () => [...failing.values()].some(({ since }) => elapsed() - since >= 2_000 * timeoutFactor),
    onChange: (to) => {
      report = to
    },
  }
}
