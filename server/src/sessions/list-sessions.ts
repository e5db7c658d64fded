import type { Verb } from '../call.ts'
import { sessionEndsAt } from './session.ts'
import { findUserSessions } from './user-sessions.ts'

/** The caller's open sessions. */
export const listSessions: Verb<'listSessions'> = async ({ bank, actor, now }) => {
  const found = await findUserSessions(bank.db, actor.userId, actor.key)
  return { sessions: found.filter((session) => sessionEndsAt(session, bank.config) > now) }
}
