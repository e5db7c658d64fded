import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { recordAudit } from '../audit/audit-chain.ts'
import { matchPin } from '../books/pin.ts'
import type { Call } from '../call.ts'
import { pinSetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { renewSession } from '../sessions/session.ts'
import { lockUser } from '../users/user.ts'
import { insertPin, isExpired, isKeyDropped, lockPin, setPin } from './pin.ts'

type SetPin = Call<typeof endpoints.setPin>

/**
 * Sets the PIN of a user who has none (such as an administrator made by a command), whose temporary PIN has expired, or whose PIN
 * depends on a SECRET_KEY that was dropped. Throws `pin_set` for any other. The route requires a confirmed session.
 */
export async function setFirstPin(call: SetPin): Promise<undefined> {
  const { bank, actor, now, answer } = call
  const { userId } = actor
  const token = await inTransaction(bank.db, async (connection) => {
    // Of two concurrent requests, the second finds the PIN of the first.
    await lockUser(connection, userId)
    await insertOrReplace(connection, call)
    const renewed = await renewSession(connection, actor.key, { now })
    if (renewed === undefined) throw new Refusal('signed_out')
    await queueMail(connection, pinSetMail(bank.config.bankName, actor), now)
    await recordAudit(connection, { actorId: userId, action: 'pin_set', target: userId, details: {}, now })
    return renewed
  })
  answer.openSession(token)
}

async function insertOrReplace(
  connection: PoolClient,
  { bank, actor: { userId }, input, now }: SetPin,
): Promise<void> {
  const { pinKey } = bank.keys
  const pin = { pinKey, pin: input.new_pin }
  const stored = await lockPin(connection, userId)
  if (stored && !isExpired(stored, now) && !isKeyDropped(stored, bank.keys)) throw new Refusal('pin_set')
  if (stored && matchPin(pinKey, stored, input.new_pin) !== 'none') throw new Refusal('pin_unchanged')
  if (stored) await setPin(connection, userId, pin)
  else await insertPin(connection, userId, pin)
}
