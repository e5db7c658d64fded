import type { endpoints } from '@bank/contract/endpoints'
import type { SessionList } from '@bank/contract/sessions/view'
import type { Call } from '../call.ts'
import { endOf } from './session.ts'
import { findOwnSessions } from './user-sessions.ts'

/** One's own open sessions, so that one can see who else is in. */
export async function listSessions({
  bank,
  actor,
  now,
}: Call<typeof endpoints.listSessions>): Promise<SessionList> {
  const found = await findOwnSessions(bank.db, actor.userId, actor.key)
  return {
    sessions: found
      .filter((session) => endOf(session, bank.config) > now)
      .map(({ signedInAt, lastSeenAt, ...session }) => ({
        ...session,
        signedInAt: signedInAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
  }
}
