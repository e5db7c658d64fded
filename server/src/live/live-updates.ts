import { heartbeatMilliseconds } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'
import type { Database } from '../postgres/database.ts'
import { type Heads, readHeads } from './change-feed.ts'
import { askWhetherThere, hear, newListener, tell, tellChanges, type WatchedSession } from './listener.ts'
import { type Listeners, openListeners } from './listeners.ts'
import { followAccounts, noteAuditNews, noteBookings, readAuditNews } from './read-news.ts'
import { lookAtSessions, type ReadSessions } from './watch-sessions.ts'

/** The live connections of this process, and what they are told. */
export type LiveUpdates = {
  readonly requireRoom: Listeners['requireRoom']
  /** Lets a connection listen for as long as its session is open. */
  readonly listen: (socket: WebSocket, session: WatchedSession, address: string | undefined) => void
  readonly count: () => number
  /** True while nobody listens and nothing is asked of the database. */
  readonly isResting: () => boolean
  /** Says goodbye to everybody, who may come back to another process. */
  readonly close: () => Promise<void>
}

// Processes hear of each other's changes within 300 ms; a look takes some of them.
const restMilliseconds = 200

/** While the database is away it is not asked as often. */
const awayMilliseconds = 1_000

/** How long everybody has for a goodbye. */
const goodbyeMilliseconds = 1_000

/**
 * Opens live updates. What has changed is read from the batches and the audit log, whichever process wrote them: several
 * times a second while anybody listens, and not at all while nobody does.
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
  const listeners = openListeners()
  /** The last entry that each account's listeners have been told of. */
  const entrySeqs = new Map<bigint, bigint>()
  let heads: Heads | undefined
  let running: Promise<void> | undefined
  let wake = () => {}
  let pulse: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    while (listeners.all().size > 0) {
      // Nothing is lost by a look that fails, for the next begins where it did.
      const rested = await look().then(
        () => restMilliseconds,
        () => awayMilliseconds,
      )
      await rest(rested)
    }
    heads = undefined
    entrySeqs.clear()
    clearInterval(pulse)
    running = undefined
  }

  async function look(): Promise<void> {
    const before = heads ?? (await readHeads(db))
    heads = before
    const arrived = [...listeners.all()].filter(({ isListening }) => !isListening)
    await followAccounts({ db, listeners }, entrySeqs)
    const now = await readHeads(db)
    const { news, auditSeq } = await readAuditNews({ db, listeners }, before, now)
    // First who may hear it, then what they hear.
    await lookAtSessions({ listeners, readSessions, now: clock() })
    await noteBookings({ db, listeners }, entrySeqs, before, now)
    noteAuditNews({ listeners }, news)
    heads = { auditSeq, batches: now.batches }

    for (const listener of listeners.all()) tellChanges(listener)
    for (const listener of arrived) {
      listener.isListening = true
      tell(listener, { type: 'listening' })
    }
  }

  function rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function start(): void {
    if (running) return
    pulse = setInterval(() => {
      for (const listener of listeners.all()) askWhetherThere(listener)
    }, heartbeatMilliseconds)
    running = run()
  }

  return {
    requireRoom: listeners.requireRoom,
    count: () => listeners.all().size,
    isResting: () => running === undefined,
    listen(socket, session, address) {
      const listener = newListener(socket, session, address)
      listeners.add(listener)
      socket.on('close', () => listeners.remove(listener))
      // A connection that breaks is closed; there is nothing else to be done about it.
      socket.on('error', () => socket.terminate())
      socket.on('pong', () => {
        listener.isThere = true
      })
      socket.on('message', (said) => hear(listener, String(said)))
      start()
    },
    async close() {
      const leaving = [...listeners.all()]
      for (const { socket } of leaving) socket.close(1001, 'The bank is closing')
      const patience = setTimeout(() => {
        for (const { socket } of leaving) socket.terminate()
      }, goodbyeMilliseconds)
      await Promise.all(
        leaving.map(({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
      )
      clearTimeout(patience)
      wake()
      await running
    },
  }
}
