import { randomUUID } from 'node:crypto'
import type { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import { pinLockMinutes, tryPin } from '@bank/ledger/pin-lock'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { matchPin } from '../books/pin.ts'
import type { Call, Verb } from '../call.ts'
import { pinChangedMail, pinLockedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { renewSession } from '../sessions/session.ts'
import { isExpired, lockPin, setPin, setPinLock } from './pin.ts'

type ChangePin = Call<typeof endpoints.changePin>

/**
 * Changes the caller's transaction PIN (specification §5, Change PIN). Wrong current PINs count together with those of
 * transfers, and lock both.
 */
export const changePin: Verb<'changePin'> = async (call) => {
  // A wrong attempt is stored although it is refused, so the refusal is thrown after the commit.
  const outcome = await inTransaction(call.bank.db, (connection) => change(connection, call))
  if (outcome instanceof Refusal) throw outcome
  call.answer.openSession(outcome)
}

/** Returns the session's new token, or the refusal. */
async function change(connection: PoolClient, call: ChangePin): Promise<string | Refusal> {
  const { bank, actor, input, now } = call
  const { userId } = actor
  const stored = await lockPin(connection, userId)
  if (!stored) return new Refusal('current_pin_incorrect', { triesLeft: 0 })

  // An expired PIN authorises nothing, and not this change either.
  if (isExpired(stored, now)) return new Refusal('pin_expired')
  const { pinKey } = bank.keys
  // A new attempt each time: this transaction is never run again.
  const attempt = randomUUID()
  const pinMatches = matchPin(pinKey, stored, input.current_pin) !== 'none'
  const { pin: lock, refusal } = tryPin(stored.lock, { pinMatches, attempt }, now.getTime())
  if (lock !== stored.lock) await setPinLock(connection, userId, lock)
  if (refusal?.code === 'pin_incorrect') {
    return new Refusal('current_pin_incorrect', { triesLeft: refusal.triesLeft })
  }
  if (refusal) {
    if (refusal.byThisTry) {
      await queueMail(connection, withOccasion(pinLockedMail(bank.config.bankName, actor), call), now)
      await recordOwnAct(connection, { userId, now }, 'pin_locked')
    }
    return lockedRefusal(refusal.lockedUntil, now)
  }
  // The current PIN was right although the change is refused, so the reset count of wrong attempts is committed.
  if (stored.temporaryUntil && matchPin(pinKey, stored, input.new_pin) !== 'none') {
    return new Refusal('pin_unchanged')
  }
  await setPin(connection, userId, { pinKey, pin: input.new_pin })
  const renewed = await renewSession(connection, actor.key, { now })
  await queueMail(connection, withOccasion(pinChangedMail(bank.config.bankName, actor), call), now)
  await recordOwnAct(connection, { userId, now }, 'pin_changed')
  return renewed
}

/** The refusal of a locked PIN, with its message on this form's field. `lockedUntil` in milliseconds since 1970. */
function lockedRefusal(lockedUntil: number, now: Date): Refusal {
  const left = Math.ceil((lockedUntil - now.getTime()) / 60_000)
  const facts = { minutes: Math.min(Math.max(left, 1), pinLockMinutes) }
  return new Refusal('pin_locked', facts, [
    { pointer: '/current_pin', detail: messageOf('pin_locked', facts) },
  ])
}
