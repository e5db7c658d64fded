import type { endpoints } from '@bank/contract/endpoints'
import type { PoolClient } from 'pg'
import { setFrozen } from '../accounts/account.ts'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { frozenMail, thawedMail } from '../mail/freeze-and-guard-letters.ts'
import { queueMail } from '../mail/outgoing-mail.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { consumeProof } from '../sessions/confirmation-proof.ts'
import { lockUser } from '../users/user.ts'

/**
 * Stops every instruction of the caller, from any account and pot: transfers that the books decide later are refused. Money still
 * arrives, and administrators can still act. A second time changes nothing.
 */
export async function freeze(call: Call<typeof endpoints.freeze>): Promise<undefined> {
  await inTransaction(call.bank.db, async (connection) => {
    await lockUser(connection, call.actor.userId)
    await change(connection, call, true)
  })
}

/** Allows sending again, and uses up the session's proof, so that the password or a code was just entered. */
export async function thaw(call: Call<typeof endpoints.thaw>): Promise<undefined> {
  const token = await inTransaction(call.bank.db, async (connection) => {
    await lockUser(connection, call.actor.userId)
    // Before the audit event: no holder of the audit chain's head waits for another lock.
    const renewed = await consumeProof(connection, call.actor, call.now)
    await change(connection, call, false)
    return renewed
  })
  call.answer.openSession(token)
}

async function change(
  connection: PoolClient,
  { bank, actor, now }: Call<typeof endpoints.freeze> | Call<typeof endpoints.thaw>,
  isFrozen: boolean,
): Promise<void> {
  const { userId } = actor
  if (!(await setFrozen(connection, userId, { isFrozen, now }))) return
  const mail = isFrozen ? frozenMail : thawedMail
  await queueMail(connection, mail(bank.config.bankName, actor), now)
  const action = isFrozen ? 'payments_frozen' : 'payments_thawed'
  await recordAudit(connection, { actorId: userId, action, target: userId, details: {}, now })
}
