import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { setFrozen } from '../accounts/account.ts'
import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Call, Verb } from '../call.ts'
import { frozenMail, thawedMail } from '../mail/freeze-and-guard-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { withOccasion } from '../sessions/occasion.ts'
import { inUserTransaction } from '../users/user.ts'

/**
 * Stops every instruction of the caller, from any account and pot: transfers that the books decide later are refused
 * (`obeysFreeze` of a kind, `ledger/src/authorise.ts`). Money still
 * arrives, and administrators can still act. A second time changes nothing.
 */
export const freeze: Verb<'freeze'> = async (call) => {
  await inUserTransaction(call.bank.db, call.actor.userId, async (connection) => {
    await change(connection, call, true)
  })
}

/** Allows sending again, and uses up the session's proof, so that the password or a code was just entered. */
export const thaw: Verb<'thaw'> = async (call) => {
  const token = await inUserTransaction(call.bank.db, call.actor.userId, async (connection) => {
    // Before the audit event: no holder of the audit chain's head waits for another lock.
    const renewed = await consumeProof(connection, call.actor, call.now)
    await change(connection, call, false)
    return renewed
  })
  call.answer.openSession(token)
}

async function change(
  connection: PoolClient,
  call: Call<typeof endpoints.freeze> | Call<typeof endpoints.thaw>,
  isFrozen: boolean,
): Promise<void> {
  const { bank, actor, now } = call
  const { userId } = actor
  if (!(await setFrozen(connection, userId, { isFrozen, now }))) return
  const mail = isFrozen ? frozenMail : thawedMail
  await queueMail(connection, withOccasion(mail(bank.config.bankName, actor), call), now)
  await recordOwnAct(connection, { userId, now }, isFrozen ? 'payments_frozen' : 'payments_thawed')
}
