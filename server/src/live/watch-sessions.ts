import { closedForGood } from '@bank/contract/live/live-message'
import { note, type WatchedSession } from './listener.ts'
import type { Listeners } from './listeners.ts'

/** The sessions with these ids that are still there, whether or not their time is up. */
export type ReadSessions = (ids: readonly string[]) => Promise<ReadonlyMap<string, WatchedSession>>

// What is not in the audit log, such as a row that somebody has deleted by hand, is seen after a minute.
const lookMillisecondsMax = 60_000

/** Looks at the sessions that may have ended or changed, and closes the connections of those that have ended. */
export async function lookAtSessions({
  listeners,
  readSessions,
  now,
}: {
  listeners: Listeners
  readSessions: ReadSessions
  /** Milliseconds since 1970. */
  now: number
}): Promise<void> {
  const due = [...listeners.all()].filter(({ lookAt }) => lookAt <= now)
  if (due.length === 0) return
  const sessions = await readSessions([...new Set(due.map(({ session }) => session.id))])
  for (const listener of due) {
    const session = sessions.get(listener.session.id)
    if (session === undefined || session.endsAt.getTime() <= now) {
      listeners.remove(listener)
      listener.socket.close(closedForGood, 'The session has ended')
      continue
    }
    // An administrator's work that has been closed is closed on the screen, too.
    if (listener.session.elevatedUntil && !session.elevatedUntil) {
      note(listener, { collection: 'users', id: session.userId })
    }
    listener.session = session
    listener.lookAt = Math.min(
      session.endsAt.getTime(),
      session.elevatedUntil?.getTime() ?? Number.POSITIVE_INFINITY,
      now + lookMillisecondsMax,
    )
  }
}
