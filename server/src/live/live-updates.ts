import { setTimeout as wait } from 'node:timers/promises'
import { heartbeatMilliseconds } from '@bank/contract/live/live-message'
import type { Database } from '../postgres/database.ts'
import { type Heads, readHeads } from './change-feed.ts'
import {
  addAuditedChanges,
  addBookings,
  expireSessions,
  followAccounts,
  readAuditedChanges,
} from './changes.ts'
import { closeAll, type NewConnection, requireRoom, send, sendHeartbeat } from './connections.ts'
import {
  addListener,
  checkSessions,
  type Listener,
  type Listeners,
  type ReadSessions,
  sendChanges,
  type WatchedSession,
} from './listeners.ts'
import { addVisitor, type Visitors } from './visitors.ts'

/** The live connections of this process. */
export type LiveUpdates = {
  /** Throws `too_many_attempts` or `busy` when no further connection is allowed. */
  readonly requireRoom: (from: { userId: string | null; address: string | undefined }) => void
  /** Sends changes to a connection until its session ends. */
  readonly listen: (connection: NewConnection, session: WatchedSession) => void
  /** Keeps a connection without a session open for some seconds. It is sent no changes. */
  readonly receiveVisitor: (connection: NewConnection) => void
  readonly count: () => number
  /** True while there is no connection and the database is not polled. */
  readonly isIdle: () => boolean
  readonly close: () => Promise<void>
}

// With the duration of a poll, processes see each other's changes within 300 ms.
const pauseMilliseconds = 200

// While the database cannot be reached it is polled less often.
const retryMilliseconds = 1_000

/**
 * Opens live updates. Changes of all processes are read from the batches and the audit log: several times a second while there
 * is a connection, and not at all while there is none.
 */
export function openLiveUpdates({
  db,
  clock,
  readSessions,
}: {
  db: Database
  /** Milliseconds since 1970. */
  clock: () => number
  readSessions: ReadSessions
}): LiveUpdates {
  const listeners: Listeners = new Set()
  const visitors: Visitors = new Set()
  /** The last entry of each account that its listeners were notified of. */
  const entrySeqs = new Map<bigint, bigint>()
  const closing = new AbortController()
  let heads: Heads | undefined
  let polling: Promise<void> | undefined

  async function pollWhileConnected(): Promise<void> {
    const heartbeats = setInterval(() => listeners.forEach(sendHeartbeat), heartbeatMilliseconds)
    while (listeners.size > 0 && !closing.signal.aborted) {
      // A failed poll loses nothing: the next one starts from the same heads.
      const hasSucceeded = await poll().then(
        () => true,
        () => false,
      )
      const pause = hasSucceeded ? pauseMilliseconds : retryMilliseconds
      await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
    clearInterval(heartbeats)
    heads = undefined
    entrySeqs.clear()
    polling = undefined
  }

  async function poll(): Promise<void> {
    const before = heads ?? (await readHeads(db))
    heads = before
    const arrived = [...listeners].filter(({ isListening }) => !isListening)
    await followAccounts({ db, listeners }, entrySeqs)
    const now = await readHeads(db)
    const { audited, auditSeq } = await readAuditedChanges(db, before, now)
    // The sessions are checked first: only those that are still valid get the changes.
    expireSessions(listeners, audited)
    await checkSessions(listeners, { readSessions, now: clock() })
    await addBookings({ db, listeners }, entrySeqs, before, now)
    addAuditedChanges(listeners, audited)
    heads = { auditSeq, batches: now.batches }
    for (const listener of listeners) sendChanges(listener)
    for (const listener of arrived) beginListening(listener)
  }

  return {
    requireRoom: (from) => requireRoom([...listeners, ...visitors], from),
    count: () => listeners.size + visitors.size,
    isIdle: () => polling === undefined,
    listen(connection, session) {
      addListener(listeners, connection, session)
      polling ??= pollWhileConnected()
    },
    receiveVisitor: (connection) => addVisitor(visitors, connection),
    async close() {
      closing.abort()
      await closeAll([...listeners, ...visitors])
      await polling
    },
  }
}

function beginListening(listener: Listener): void {
  listener.isListening = true
  send(listener, listener.dialect.listening())
}
