import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { isProblem } from '../api/problem.ts'
import { isCertain } from '../api/request-outcome.ts'
import { recall, remember } from '../api/session-storage.ts'

/** What is done to the bank's books, and the user who does it. */
type Act = { readonly purpose: string; readonly by: string }

/**
 * The id of an act on the bank's books, by what it is for: the same until its outcome is certain, so that asking twice is
 * one effect. Kept in this window only, and over a reload.
 */
export function onceId(act: Act): string {
  const id = recall(keyOf(act)) ?? timeOrderedId(new Date())
  remember(keyOf(act), id)
  return id
}

/** True when an earlier request of this kind has not been answered for certain. */
export function isUncertain(act: Act): boolean {
  return recall(keyOf(act)) !== null
}

/** The act has been done, or will not be; the next of its kind gets an id of its own. */
export function closeOnceId(act: Act): void {
  remember(keyOf(act), null)
}

/**
 * True when a refusal closes its id: nothing was booked under it by this request, and there was no earlier one whose
 * answer was lost (`wasUncertain`), or that one is now known to be booked.
 */
export function isSettledBy(error: unknown, wasUncertain: boolean): boolean {
  return wasBookedBefore(error) || (!wasUncertain && isCertain(error))
}

/** True when an earlier request under this id was booked, with other contents. */
export function wasBookedBefore(error: unknown): boolean {
  return isProblem(error) && error.code === 'id_reused'
}

/** Each person has their own: another who signs in here meanwhile neither uses it up nor hears of it. */
function keyOf({ purpose, by }: Act): string {
  return `once: ${purpose} by ${by}`
}
