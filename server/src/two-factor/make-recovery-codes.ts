import type { endpoints } from '@bank/contract/endpoints'
import type { RecoveryCodesView } from '@bank/contract/two-factor/view'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { recoveryCodesMadeMail } from '../mail/two-factor-letters.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { lockUser } from '../users/user.ts'
import { findAuthenticator } from './authenticator.ts'
import { replaceRecoveryCodes } from './recovery-code.ts'

/**
 * Returns ten new recovery codes, this once, and uses up the session's proof. The earlier codes become invalid, the session
 * gets a new cookie, and the user gets a mail.
 */
export async function makeRecoveryCodes(
  call: Call<typeof endpoints.makeRecoveryCodes>,
): Promise<RecoveryCodesView> {
  const { bank, actor, now, answer } = call
  const { userId } = actor
  const { token, recoveryCodes } = await inTransaction(bank.db, async (connection) => {
    await lockUser(connection, userId)
    const authenticator = await findAuthenticator(connection, userId)
    if (!authenticator?.turnedOnAt) throw new Refusal('two_factor_off')
    const token = await consumeProof(connection, actor, now)
    // After the proof is used up: of many requests with one proof, only one computes the hashes.
    const recoveryCodes = await replaceRecoveryCodes(connection, userId, bank)
    await queueMail(connection, recoveryCodesMadeMail(bank.config.bankName, actor), now)
    const event = { actorId: userId, action: 'recovery_codes_made', target: userId, details: {}, now }
    await recordAudit(connection, event)
    return { token, recoveryCodes }
  })
  answer.openSession(token)
  return { recoveryCodes }
}
