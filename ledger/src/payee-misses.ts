import { isAttemptDone } from './attempt-id.ts'
import type { PinAuthorisation } from './authorisation.ts'
import type { BooksRefusal } from './command.ts'
import type { PayeeMisses, PinLock } from './snapshot.ts'

/** How many transfers to numbers that no account of this bank has a customer may try in a period, and how long it is. */
export const payeeMissesMax = 10
const periodMilliseconds = 24 * 60 * 60_000

/**
 * A transfer to an account of this bank, after its PIN was right. A number without an account is counted, and after ten of them every
 * number is refused until the period of the first one ends: the answer then tells nothing of which accounts exist. Only time resets the
 * count. Returns the same lock object when nothing has changed. Like a wrong PIN, an attempt counts once (`tryPin`).
 */
export function tryPayee(
  pin: PinLock,
  before: PinLock,
  { attempt, isFound }: Pick<PinAuthorisation, 'attempt'> & { isFound: boolean },
  now: number,
): { pin: PinLock; refusal: BooksRefusal | null } {
  const missing = { code: 'payee_account_missing' } as const
  if (isAttemptDone(before.lastAttempt, attempt)) return { pin, refusal: isFound ? null : missing }
  const misses = pin.misses && now < endOf(pin.misses) ? pin.misses : undefined
  if (misses && misses.count >= payeeMissesMax) {
    return { pin, refusal: { code: 'payee_misses_used_up', until: endOf(misses) } }
  }
  if (isFound) return { pin, refusal: null }
  const counted = { count: (misses?.count ?? 0) + 1, since: misses?.since ?? now }
  return { pin: { ...pin, misses: counted, lastAttempt: attempt }, refusal: missing }
}

function endOf({ since }: PayeeMisses): number {
  return since + periodMilliseconds
}
