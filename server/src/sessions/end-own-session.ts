import type { endpoints } from '@bank/contract/endpoints'
import { recordAudit } from '../audit/audit-chain.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { lockUser } from '../users/user.ts'
import { endSessionOfUser, endSessionsExcept } from './user-sessions.ts'

/** Ends one of the caller's sessions. */
export async function endOwnSession(call: Call<typeof endpoints.endOwnSession>): Promise<undefined> {
  const { bank, actor, params, now, answer } = call
  const { userId } = actor
  const key = await inTransaction(bank.db, async (connection) => {
    const ended = await endSessionOfUser(connection, userId, params.id)
    if (ended === undefined) throw new Refusal('session_not_found')
    const event = { actorId: userId, action: 'session_ended', target: params.id, details: {}, now }
    await recordAudit(connection, event)
    return ended
  })
  if (key === actor.key) answer.closeSession()
}

/** Ends every session of the caller except the current one. */
export async function endOtherSessions(call: Call<typeof endpoints.endOtherSessions>): Promise<undefined> {
  const { bank, actor, now } = call
  const { userId } = actor
  await inTransaction(bank.db, async (connection) => {
    // A sign-in waits until this is done: only the current session is left afterwards.
    await lockUser(connection, userId)
    const count = await endSessionsExcept(connection, userId, actor.key)
    if (count === 0) return
    const event = { actorId: userId, action: 'other_sessions_ended', target: userId, details: { count }, now }
    await recordAudit(connection, event)
  })
}
