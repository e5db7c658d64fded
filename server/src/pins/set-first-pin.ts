import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import { matchPin } from '../books/pin.ts'
import type { Call, Verb } from '../call.ts'
import { pinSetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { Refusal } from '../refusal.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { renewSession } from '../sessions/session.ts'
import { inUserTransaction } from '../users/user.ts'
import { isExpired, isKeyDropped, lockPin, setPin } from './pin.ts'

type SetPin = Call<typeof endpoints.setPin>

/**
 * Sets the PIN of a user who has none (such as an administrator made by a command), whose temporary PIN has expired, or whose PIN
 * depends on a SECRET_KEY that was dropped. Throws `pin_set` for any other. The route requires a confirmed session.
 */
export const setFirstPin: Verb<'setPin'> = async (call) => {
  const { bank, actor, now, answer } = call
  const { userId } = actor
  // Of two concurrent requests, the second finds the PIN of the first.
  const token = await inUserTransaction(bank.db, userId, async (connection) => {
    await insertOrReplace(connection, call)
    const renewed = await renewSession(connection, actor.key, { now })
    await queueMail(connection, withOccasion(pinSetMail(bank.config.bankName, actor), call), now)
    await recordOwnAct(connection, { userId, now }, 'pin_set')
    return renewed
  })
  answer.openSession(token)
}

async function insertOrReplace(
  connection: PoolClient,
  { bank, actor: { userId }, input, now }: SetPin,
): Promise<void> {
  const { pinKey } = bank.keys
  const stored = await lockPin(connection, userId)
  if (stored && !isExpired(stored, now) && !isKeyDropped(stored, bank.keys)) throw new Refusal('pin_set')
  if (stored && matchPin(pinKey, stored, input.new_pin) !== 'none') throw new Refusal('pin_unchanged')
  await setPin(connection, userId, { pinKey, pin: input.new_pin })
}
