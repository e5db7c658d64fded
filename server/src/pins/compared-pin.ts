import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@bank/contract/endpoint'
import { pinLockMinutes, tryPin } from '@bank/ledger/pin-lock'
import type { PinLock } from '@bank/ledger/snapshot'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { matchPin } from '../books/pin.ts'
import type { Actor, Call } from '../call.ts'
import { pinLockedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { isExpired, lockPin, type StoredPin, setPinLock } from './pin.ts'

/** A PIN that was right, and this attempt at it. */
export type ComparedPin = {
  readonly stored: StoredPin
  readonly attempt: string
  /** As it was before the attempt, and as it is stored now. */
  readonly lockBefore: PinLock
  readonly lock: PinLock
}

/** The call of a customer who enters the PIN. */
export type PinCall = Pick<Call<Endpoint>, 'bank' | 'now' | 'origin'> & { readonly actor: Actor }

/**
 * Compares the caller's PIN for another act than a transfer, under the lock of its row. Wrong ones count together with those of
 * transfers. Returns the refusal instead of throwing it, because a wrong PIN is stored: the caller commits before it throws.
 */
export async function comparePin(
  connection: PoolClient,
  call: PinCall,
  pin: string,
): Promise<ComparedPin | Refusal> {
  const { bank, actor, now } = call
  const { userId } = actor
  const stored = await lockPin(connection, userId)
  if (!stored) return new Refusal('pin_incorrect', { triesLeft: 0 })
  // An expired PIN authorises nothing.
  if (isExpired(stored, now)) return new Refusal('pin_expired')
  // A new attempt each time: this transaction is never run again.
  const attempt = randomUUID()
  const pinMatches = matchPin(bank.keys.pinKey, stored, pin) !== 'none'
  const { pin: lock, refusal } = tryPin(stored.lock, { pinMatches, attempt }, now.getTime())
  if (lock !== stored.lock) await setPinLock(connection, userId, lock)
  if (!refusal) return { stored, attempt, lockBefore: stored.lock, lock }
  if (refusal.code === 'pin_incorrect') return new Refusal('pin_incorrect', { triesLeft: refusal.triesLeft })
  if (refusal.byThisTry) {
    await queueMail(connection, withOccasion(pinLockedMail(bank.config.bankName, actor), call), now)
    await recordOwnAct(connection, { userId, now }, 'pin_locked')
  }
  const left = Math.ceil((refusal.lockedUntil - now.getTime()) / 60_000)
  return new Refusal('pin_locked', { minutes: Math.min(Math.max(left, 1), pinLockMinutes) })
}
