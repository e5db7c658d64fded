import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { pinSetMail } from '../mail/letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recordAudit } from '../postgres/audit.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { renewSession } from '../sessions/session.ts'
import { insertPin } from './stored-pin.ts'

/**
 * Sets the PIN of a user who has none, such as an administrator made by a command, or whose PIN depends on a SECRET_KEY
 * that was dropped and can never be right again. Any other PIN stays. The route asks for the password first.
 */
export async function setFirstPin(call: Call<typeof endpoints.setPin>): Promise<undefined> {
  const { bank, actor, input, now, answer } = call
  const { userId } = actor
  const token = await inTransaction(bank.db, async (connection) => {
    const isSet = await insertPin(connection, userId, { keys: bank.keys, pin: input.new_pin })
    if (!isSet) throw new Refusal('pin_set')
    const renewed = await renewSession(connection, actor.key, { now })
    if (renewed === undefined) throw new Refusal('signed_out')
    await queueMail(connection, pinSetMail(bank.config.bankName, actor), now)
    await recordAudit(connection, { actorId: userId, action: 'pin_set', target: userId, details: {}, now })
    return renewed
  })
  answer.openSession(token)
}
