import { setTimeout as wait } from 'node:timers/promises'
import { heartbeatMilliseconds } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'
import type { Database } from '../postgres/database.ts'
import { type Heads, readHeads } from './change-feed.ts'
import {
  addAuditedChanges,
  addBookings,
  expireSessions,
  followAccounts,
  readAuditedChanges,
} from './changes.ts'
import {
  addListener,
  checkSessions,
  closeAll,
  type Listeners,
  type ReadSessions,
  requireRoom,
  send,
  sendChanges,
  sendHeartbeat,
  type WatchedSession,
} from './listeners.ts'

/** The live connections of this process. */
export type LiveUpdates = {
  /** Throws `too_many_attempts` or `busy` when there may be no further connection. */
  readonly requireRoom: (from: { userId: string; address: string | undefined }) => void
  /** Sends changes to a connection for as long as its session lasts. */
  readonly listen: (socket: WebSocket, session: WatchedSession, address: string | undefined) => void
  readonly count: () => number
  /** True while there is no connection and nothing is asked of the database. */
  readonly isIdle: () => boolean
  readonly close: () => Promise<void>
}

// Processes hear of each other's changes within 300 ms; a poll takes some of them.
const pauseMilliseconds = 200

/** While the database is away it is not asked as often. */
const awayMilliseconds = 1_000

/**
 * Opens live updates. What has changed is read from the batches and the audit log, whichever process wrote them: several
 * times a second while there is a connection, and not at all while there is none.
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
  /** The last entry of each account that its listeners have heard of. */
  const entrySeqs = new Map<bigint, bigint>()
  const closing = new AbortController()
  let heads: Heads | undefined
  let polling: Promise<void> | undefined

  async function pollUntilAlone(): Promise<void> {
    const pulse = setInterval(() => listeners.forEach(sendHeartbeat), heartbeatMilliseconds)
    while (listeners.size > 0 && !closing.signal.aborted) {
      // A poll that fails loses nothing: the next one begins where it did.
      const isWell = await poll().then(
        () => true,
        () => false,
      )
      const pause = isWell ? pauseMilliseconds : awayMilliseconds
      await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
    clearInterval(pulse)
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
    // First who may hear it, then what they hear.
    expireSessions(listeners, audited)
    await checkSessions(listeners, { readSessions, now: clock() })
    await addBookings({ db, listeners }, entrySeqs, before, now)
    addAuditedChanges(listeners, audited)
    heads = { auditSeq, batches: now.batches }

    for (const listener of listeners) sendChanges(listener)
    for (const listener of arrived) {
      listener.isListening = true
      send(listener, { type: 'listening' })
    }
  }

  return {
    requireRoom: (from) => requireRoom(listeners, from),
    count: () => listeners.size,
    isIdle: () => polling === undefined,
    listen(socket, session, address) {
      addListener(listeners, socket, session, address)
      polling ??= pollUntilAlone()
    },
    async close() {
      closing.abort()
      await closeAll(listeners)
      await polling
    },
  }
}
