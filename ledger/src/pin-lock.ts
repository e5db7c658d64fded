import { isAttemptDone } from './attempt-id.ts'
import type { PinTry } from './authorisation.ts'
import type { BooksRefusal } from './command.ts'
import type { PinLock } from './snapshot.ts'

/** Wrong PINs in a row that lock the PIN, and for how long. */
export const pinTriesMax = 5
export const pinLockMinutes = 30

type PinRefusal = Extract<BooksRefusal, { code: 'pin_incorrect' | 'pin_locked' }>

/**
 * One attempt at a PIN, for any purpose. Returns the same lock object when nothing has changed. While the PIN is locked it
 * is not compared. An attempt that is already counted is not counted again: the answer to its commit was lost, and its
 * batch is run a second time.
 */
export function tryPin(
  pin: PinLock,
  { pinMatches, attempt }: PinTry,
  now: number,
): { pin: PinLock; refusal: PinRefusal | null } {
  if (isAttemptDone(pin.lastAttempt, attempt)) {
    return { pin, refusal: pinMatches ? null : refusalAfter(pin, attempt) }
  }
  if (pin.lockedUntil !== null && pin.lockedUntil > now) {
    return { pin, refusal: { code: 'pin_locked', lockedUntil: pin.lockedUntil, byThisTry: false } }
  }
  const lastAttempt = attempt
  if (pinMatches) {
    return {
      pin: pin.wrongCount > 0 ? { ...pin, wrongCount: 0, lockedUntil: null, lastAttempt } : pin,
      refusal: null,
    }
  }
  // An expired lock restarts the count.
  const wrongCount = (pin.lockedUntil === null ? pin.wrongCount : 0) + 1
  if (wrongCount < pinTriesMax) {
    const refusal = { code: 'pin_incorrect', triesLeft: pinTriesMax - wrongCount } as const
    return { pin: { ...pin, wrongCount, lockedUntil: null, lastAttempt }, refusal }
  }
  const lockedUntil = now + pinLockMinutes * 60_000
  return {
    pin: { ...pin, wrongCount, lockedUntil, lastAttempt },
    refusal: { code: 'pin_locked', lockedUntil, byThisTry: true },
  }
}

/** The refusal of a wrong PIN that was counted before, from the current lock. */
function refusalAfter({ wrongCount, lockedUntil, lastAttempt }: PinLock, attempt: string): PinRefusal {
  if (lockedUntil === null) return { code: 'pin_incorrect', triesLeft: pinTriesMax - wrongCount }
  return { code: 'pin_locked', lockedUntil, byThisTry: lastAttempt === attempt }
}
