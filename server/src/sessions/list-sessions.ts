import type { endpoints } from '@bank/contract/endpoints'
import type { SessionList } from '@bank/contract/sessions/view'
import type { Call } from '../call.ts'
import { sessionEndsAt } from './session.ts'
import { findUserSessions } from './user-sessions.ts'

/** The caller's open sessions. */
export async function listSessions({
  bank,
  actor,
  now,
}: Call<typeof endpoints.listSessions>): Promise<SessionList> {
  const found = await findUserSessions(bank.db, actor.userId, actor.key)
  return {
    sessions: found
      .filter((session) => sessionEndsAt(session, bank.config) > now)
      .map(({ signedInAt, lastSeenAt, ...session }) => ({
        ...session,
        signedInAt: signedInAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
  }
}
