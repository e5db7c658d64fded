import type { endpoints } from '@bank/contract/endpoints'
import { messageOf } from '@bank/contract/errors'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { matchPin } from '../books/pin.ts'
import type { Call, Verb } from '../call.ts'
import { pinChangedMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { renewSession } from '../sessions/session.ts'
import { comparePin } from './compared-pin.ts'
import { setPin } from './pin.ts'

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
  const compared = await comparePin(connection, call, input.current_pin)
  if (compared instanceof Refusal) return ofThisForm(compared)
  const { stored } = compared
  const { pinKey } = bank.keys
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

/** The refusal of a PIN with its message on this form's field. */
function ofThisForm({ code, facts }: Refusal): Refusal {
  if (code === 'pin_incorrect') return new Refusal('current_pin_incorrect', facts)
  if (code !== 'pin_locked') return new Refusal(code, facts)
  return new Refusal(code, facts, [{ pointer: '/current_pin', detail: messageOf(code, facts) }])
}
