import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { countResetRequest, insertReset } from '../password-resets/password-reset.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { findRecoveryProof } from './pin-recovery-proof.ts'

/**
 * Stores a request for a link to choose a new PIN, for a caller whose second proof it is. The job that mails the links of forgotten
 * passwords mails this one, too.
 */
export const requestPinLink: Verb<'requestPinLink'> = async ({ bank, actor, now }) => {
  const { userId, email } = actor
  await inUserTransaction(bank.db, userId, async (connection) => {
    const { secondProof } = await findRecoveryProof(connection, bank.config, { userId, now })
    if (secondProof !== 'link') throw new Refusal('pin_recovery_unavailable')
    await countResetRequest(connection, { email, purpose: 'pin' }, now)
    await insertReset(connection, { email, purpose: 'pin', askedBy: null }, now)
    await recordOwnAct(connection, { userId, now }, 'pin_recovery_asked')
  })
}
