import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recoveryCodesMadeMail } from '../mail/two-factor-letters.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { inUserTransaction } from '../users/user.ts'
import { findAuthenticator } from './authenticator.ts'
import { replaceRecoveryCodes } from './recovery-code.ts'

/**
 * Returns ten new recovery codes, this once, and uses up the session's proof. The earlier codes become invalid, the session
 * gets a new cookie, and the user gets a mail.
 */
export const makeRecoveryCodes: Verb<'makeRecoveryCodes'> = async (call) => {
  const { bank, actor, now, answer } = call
  const { userId } = actor
  const { token, recoveryCodes } = await inUserTransaction(bank.db, userId, async (connection) => {
    const authenticator = await findAuthenticator(connection, userId)
    if (!authenticator?.turnedOnAt) throw new Refusal('two_factor_off')
    const token = await consumeProof(connection, actor, now)
    // After the proof is used up: of many requests with one proof, only one computes the hashes.
    const recoveryCodes = await replaceRecoveryCodes(connection, userId, bank)
    await queueMail(connection, withOccasion(recoveryCodesMadeMail(bank.config.bankName, actor), call), now)
    await recordOwnAct(connection, { userId, now }, 'recovery_codes_made')
    return { token, recoveryCodes }
  })
  answer.openSession(token)
  return { recoveryCodes }
}
