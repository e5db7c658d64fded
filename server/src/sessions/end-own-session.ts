import { recordOwnAct } from '../audit/audit-chain.ts'
import type { Verb } from '../call.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { inUserTransaction } from '../users/user.ts'
import { endSessionOfUser, endSessionsExcept } from './user-sessions.ts'

/** Ends one of the caller's sessions. */
export const endOwnSession: Verb<'endOwnSession'> = async ({ bank, actor, params, now, answer }) => {
  const { userId } = actor
  const { isCurrent } = await inTransaction(bank.db, async (connection) => {
    const ended = await endSessionOfUser(connection, userId, { id: params.id, key: actor.key })
    if (ended === undefined) throw new Refusal('session_not_found')
    await recordOwnAct(connection, { userId, now }, 'session_ended', { sessionId: params.id })
    return ended
  })
  if (isCurrent) answer.closeSession()
}

/** Ends every session of the caller except the current one. */
export const endOtherSessions: Verb<'endOtherSessions'> = async ({ bank, actor, now }) => {
  const { userId } = actor
  // A sign-in waits until this is done: only the current session is left afterwards.
  await inUserTransaction(bank.db, userId, async (connection) => {
    const count = await endSessionsExcept(connection, userId, actor.key)
    if (count > 0) await recordOwnAct(connection, { userId, now }, 'other_sessions_ended', { count })
  })
}
