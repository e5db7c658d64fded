import { isProblem } from './problem.ts'

/** The bank books in milliseconds: after ten seconds nobody waits for an answer any more, and asks again. */
export function soon(): AbortSignal {
  return AbortSignal.timeout(10_000)
}

/**
 * True when the bank has said no, and this request has booked nothing. An answer that did not come, or in which the bank
 * itself is at a loss, says nothing about what was booked.
 */
export function isCertain(error: unknown): boolean {
  return isProblem(error) && error.status < 500 && error.code !== 'timeout'
}

/** True when the answer did not come, or the bank itself does not know: that says nothing about what was written. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !isProblem(error) || error.code === 'outcome_unknown'
}
