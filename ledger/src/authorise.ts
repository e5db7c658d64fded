import type { Authorisation, BooksRefusal } from './command.ts'
import type { Worksheet } from './worksheet.ts'

/** Wrong PINs in a row that close the lock, and how long it stays closed. */
export const pinTriesMax = 5
export const pinLockMinutes = 30

/**
 * Says why this sender may not send now, or null. Counts a wrong PIN: the only trace a refusal leaves. While the
 * lock is closed no PIN is looked at, so that guessing on teaches nothing.
 */
export function authorise(
  worksheet: Worksheet,
  { userId, pinMatches }: Authorisation,
  now: number,
): BooksRefusal | null {
  const sender = worksheet.sender(userId)
  if (!sender) return { code: 'account_missing' }
  if (!sender.isActive) return { code: 'account_inactive' }
  const { pin } = sender
  if (!pin) return { code: 'pin_incorrect', triesLeft: 0 }
  if (pin.lockedUntil !== null && pin.lockedUntil > now) {
    return { code: 'pin_locked', lockedUntil: pin.lockedUntil, byThisTry: false }
  }

  if (pinMatches) {
    if (pin.wrongCount > 0) worksheet.setPin(userId, { wrongCount: 0, lockedUntil: null })
    return null
  }
  // A lock that has run out starts the count anew.
  const wrongCount = (pin.lockedUntil === null ? pin.wrongCount : 0) + 1
  if (wrongCount < pinTriesMax) {
    worksheet.setPin(userId, { wrongCount, lockedUntil: null })
    return { code: 'pin_incorrect', triesLeft: pinTriesMax - wrongCount }
  }
  const lockedUntil = now + pinLockMinutes * 60_000
  worksheet.setPin(userId, { wrongCount, lockedUntil })
  return { code: 'pin_locked', lockedUntil, byThisTry: true }
}
