import { momentText } from '@bank/contract/date-text'
import type { endpoints } from '@bank/contract/endpoints'
import { formatMinor } from '@bank/ledger/money'
import type { PoolClient } from 'pg'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { lockSending } from '../guards/guard.ts'
import { limitAfterRecovery } from '../guards/pin-recovery-limit.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { pinRecoveredMail } from '../mail/pin-letters.ts'
import { endResets, useReset } from '../password-resets/password-reset.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { sessionKeyOf } from '../sessions/session.ts'
import { endSessionsExcept } from '../sessions/user-sessions.ts'
import { inUserTransaction } from '../users/user.ts'
import { setPin } from './pin.ts'
import { findRecoveryProof } from './pin-recovery-proof.ts'

type RecoverPin = Call<typeof endpoints.recoverPin>

/**
 * Replaces a forgotten PIN. Uses up the proof that the session holds (the password, and a code where two-factor is on) and, where a
 * code is no second proof, the mailed link. A wrong-PIN lock and every link of the user end, and so does every other session, as after
 * a new password: the customer may have lost more than the PIN. The bank limits what is sent for 24 hours. Throws
 * `pin_recovery_unavailable`, and `reset_link_invalid` for a link that is used, expired or another user's.
 */
export const recoverPin: Verb<'recoverPin'> = async (call) => {
  const { bank, actor, answer } = call
  const { token, until } = await inUserTransaction(bank.db, actor.userId, (connection) =>
    recover(connection, call),
  )
  answer.openSession(token)
  return { limit: formatMinor(bank.config.pinRecoveryLimitMinor), until }
}

async function recover(connection: PoolClient, call: RecoverPin): Promise<{ token: string; until: Date }> {
  const { bank, actor, input, now } = call
  const { userId } = actor
  const { bankName, timeZone, pinRecoveryLimitMinor } = bank.config
  // Before the session, as when the PIN is changed. A transfer that is being decided is waited for.
  await lockSending(connection, userId)
  const token = await consumeProof(connection, actor, now)
  const { secondProof } = await findRecoveryProof(connection, bank.config, { userId, now })
  if (secondProof === null) throw new Refusal('pin_recovery_unavailable')
  if (secondProof === 'code') await endResets(connection, userId, now)
  else if (!(await useReset(connection, { token: input.token ?? '', userId, purpose: 'pin' }, now))) {
    throw new Refusal('reset_link_invalid')
  }
  await setPin(connection, userId, { pinKey: bank.keys.pinKey, pin: input.new_pin })
  // By the clock of the books, after the lock.
  const until = await limitAfterRecovery(connection, userId, { now: new Date(bank.clock()), timeZone })
  const otherSessionsEnded = await endSessionsExcept(connection, userId, sessionKeyOf(token)!)
  const limit = { limit: formatMinor(pinRecoveryLimitMinor), until: momentText(until, timeZone, 'long') }
  await queueMail(connection, withOccasion(pinRecoveredMail(bankName, actor, limit), call), now)
  await recordOwnAct(connection, { userId, now }, 'pin_recovered', { secondProof, otherSessionsEnded })
  return { token, until }
}
