import { isProblem } from './problem.ts'

/** Aborts a request that moves money. The books answer in milliseconds: after 10 seconds the request is sent again. */
export function requestTimeout(milliseconds = 10_000): AbortSignal {
  return AbortSignal.timeout(milliseconds)
}

/** True when the bank has refused: this request has changed nothing. A missing answer and a 5xx say nothing about that. */
export function isRefusal(error: unknown): boolean {
  return isProblem(error) && error.status < 500 && error.code !== 'timeout'
}

/** True when there is no answer, or the bank itself does not know: something may have been written. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !isProblem(error) || error.code === 'outcome_unknown'
}
