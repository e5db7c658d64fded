import { addConnection, type Connection, type NewConnection, send } from './connections.ts'
import type { RowChange } from './dialect.ts'

/** The session of a live connection, as it was last read. */
export type WatchedSession = {
  /** The session's id, which outlives its cookie. */
  readonly id: string
  readonly userId: string
  /** The user's accounts: the numbers of the further ones, null for the main account. */
  readonly accounts: ReadonlyMap<bigint, string | null>
  /** Why it may not listen: what its user must do first. Null when nothing is left to do. */
  readonly refusedAs: 'secrets_temporary' | 'second_factor_required' | null
  /** When it ends without further activity. */
  readonly endsAt: Date
  /** Until when it is elevated; null when it is not. */
  readonly elevatedUntil: Date | null
}

/** The sessions with these ids that still exist, including expired ones. */
export type ReadSessions = (ids: readonly string[]) => Promise<ReadonlyMap<string, WatchedSession>>

/** A live connection of a session. */
export type Listener = Connection & {
  session: WatchedSession
  /** When the session is read again, in milliseconds since 1970. */
  readSessionAt: number
  /** True once no change can be missed. */
  isListening: boolean
  /** The changes still to be sent, each once. */
  readonly pending: Map<string, RowChange>
}

/** Every live connection of this process that has a session. */
export type Listeners = Set<Listener>

// A change that is not in the audit log, such as a row deleted by hand, is noticed after a minute.
const readSessionMilliseconds = 60_000

/** Adds a connection to the listeners until it is closed. */
export function addListener(
  listeners: Listeners,
  connection: NewConnection,
  session: WatchedSession,
): Listener {
  const listener: Listener = {
    ...connection,
    userId: session.userId,
    isAlive: true,
    receivedCount: 0,
    session,
    readSessionAt: 0,
    isListening: false,
    pending: new Map(),
  }
  addConnection(listeners, listener)
  return listener
}

export function addChange({ pending }: Listener, change: RowChange): void {
  const { collection, id, account, isNew = false } = change
  pending.set(`${collection} ${id} ${account} ${isNew}`, change)
}

/** Sends the changes that were added, and forgets them. */
export function sendChanges(listener: Listener): void {
  const { pending, dialect } = listener
  if (pending.size === 0) return
  const changes = [...pending.values()]
  pending.clear()
  for (const message of dialect.changed(changes)) send(listener, message)
}

/** Reads the sessions that are due again, and closes the connections of those that have ended or may no longer listen. */
export async function checkSessions(
  listeners: Listeners,
  { readSessions, now }: { readSessions: ReadSessions /** Milliseconds since 1970. */; now: number },
): Promise<void> {
  const due = [...listeners].filter(({ readSessionAt }) => readSessionAt <= now)
  if (due.length === 0) return
  const sessions = await readSessions([...new Set(due.map(({ session }) => session.id))])
  for (const listener of due) {
    const session = sessions.get(listener.session.id)
    if (session === undefined || session.endsAt.getTime() <= now || session.refusedAs !== null) {
      listeners.delete(listener)
      listener.socket.close(listener.dialect.sessionEndCode, 'The session has ended')
      continue
    }
    // So that the screen of an administrator whose elevation has ended leaves the back office.
    if (listener.session.elevatedUntil && !session.elevatedUntil) {
      addChange(listener, { collection: 'users', id: session.userId })
    }
    listener.session = session
    listener.readSessionAt = Math.min(
      session.endsAt.getTime(),
      session.elevatedUntil?.getTime() ?? Number.POSITIVE_INFINITY,
      now + readSessionMilliseconds,
    )
  }
}
