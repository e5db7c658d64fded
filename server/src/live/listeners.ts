import { type Change, closedForGood, heartbeat, type LiveMessage } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'
import { Refusal } from '../refusal.ts'

/** The session a live connection belongs to, as it was when it was last read. */
export type WatchedSession = {
  /** The session's id, which outlives its cookie. */
  readonly id: string
  readonly userId: string
  readonly accountId: bigint
  /** The user must replace the password or PIN that staff typed before anything else. */
  readonly hasTemporarySecrets: boolean
  /** When it ends if nothing is done until then. */
  readonly endsAt: Date
  /** Until when it is elevated; null when it is not. */
  readonly elevatedUntil: Date | null
}

/** The sessions with these ids that still exist, whether or not their time is up. */
export type ReadSessions = (ids: readonly string[]) => Promise<ReadonlyMap<string, WatchedSession>>

/** One live connection. */
export type Listener = {
  readonly socket: WebSocket
  /** The address that is counted, or undefined for one that is not. */
  readonly address: string | undefined
  session: WatchedSession
  /** When the session is read again, in milliseconds since 1970. */
  readSessionAt: number
  /** From here on nothing is missed. */
  isListening: boolean
  /** Something has come from the page since the last heartbeat. */
  isAlive: boolean
  /** How many messages have come since then. */
  receivedCount: number
  /** What is still to be sent, each change once. */
  readonly pending: Map<string, Change>
}

/** Every live connection of this process. */
export type Listeners = Set<Listener>

// As many windows as a user keeps open; as many people as one office has at one address; as many sockets as one process has
// memory for, at about 20 kB each.
const ofUserMax = 5
const ofAddressMax = 50
const listenersMax = 5_000

// A reader so slow that this much waits for it is disconnected: it connects again and asks for everything.
const waitingBytesMax = 64 * 1024

// Three times what a browser sends in the time of a heartbeat.
const receivedMax = 4

// A change that is not in the audit log, such as a row deleted by hand, is seen after a minute.
const readSessionMilliseconds = 60_000

const goodbyeMilliseconds = 1_000

/** Throws `too_many_attempts` when the user or address has as many connections as it may, and `busy` when the process has. */
export function requireRoom(
  listeners: Listeners,
  { userId, address }: { userId: string; address: string | undefined },
): void {
  if (listeners.size >= listenersMax) throw new Refusal('busy')
  const all = [...listeners]
  const ofUser = all.filter(({ session }) => session.userId === userId)
  const ofAddress = address === undefined ? [] : all.filter((listener) => listener.address === address)
  if (ofUser.length >= ofUserMax || ofAddress.length >= ofAddressMax) {
    throw new Refusal('too_many_attempts', { limit: 'live', minutes: 1, retryAfterSeconds: 60 })
  }
}

/** Adds a connection to the listeners until it is closed. */
export function addListener(
  listeners: Listeners,
  socket: WebSocket,
  session: WatchedSession,
  address: string | undefined,
): Listener {
  const listener: Listener = {
    socket,
    address,
    session,
    readSessionAt: 0,
    isListening: false,
    isAlive: true,
    receivedCount: 0,
    pending: new Map(),
  }
  listeners.add(listener)
  socket.on('close', () => listeners.delete(listener))
  // A connection that breaks is closed; there is nothing else to be done about it.
  socket.on('error', () => socket.terminate())
  socket.on('pong', () => {
    listener.isAlive = true
  })
  socket.on('message', (message) => receive(listener, String(message)))
  return listener
}

/** Answers a heartbeat. Anything else, and too many of them, end the connection for good. */
function receive(listener: Listener, message: string): void {
  listener.isAlive = true
  listener.receivedCount++
  if (message === heartbeat && listener.receivedCount <= receivedMax) send(listener, { type: 'alive' })
  else listener.socket.close(closedForGood, 'Only heartbeats are taken here')
}

export function addChange({ pending }: Listener, change: Change): void {
  pending.set(`${change.collection} ${change.id}`, change)
}

/** Sends the changes that were added, in one message. */
export function sendChanges(listener: Listener): void {
  if (listener.pending.size === 0) return
  const changes = [...listener.pending.values()]
  listener.pending.clear()
  send(listener, { type: 'changed', changes })
}

export function send({ socket }: Listener, message: LiveMessage): void {
  if (socket.bufferedAmount > waitingBytesMax) socket.terminate()
  else socket.send(JSON.stringify(message))
}

/** Sends a heartbeat, and ends the connection of a page that has not answered the last one. */
export function sendHeartbeat(listener: Listener): void {
  const { socket, isAlive } = listener
  listener.isAlive = false
  listener.receivedCount = 0
  if (isAlive) socket.ping()
  else socket.terminate()
}

/** Reads the sessions that may have ended or changed, and closes the connections of those that have ended. */
export async function checkSessions(
  listeners: Listeners,
  { readSessions, now }: { readSessions: ReadSessions /** Milliseconds since 1970. */; now: number },
): Promise<void> {
  const due = [...listeners].filter(({ readSessionAt }) => readSessionAt <= now)
  if (due.length === 0) return
  const sessions = await readSessions([...new Set(due.map(({ session }) => session.id))])
  for (const listener of due) {
    const session = sessions.get(listener.session.id)
    if (session === undefined || session.endsAt.getTime() <= now) {
      listeners.delete(listener)
      listener.socket.close(closedForGood, 'The session has ended')
      continue
    }
    // The screen of an administrator whose elevation has ended leaves the back office, too.
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

/** Closes every connection; their pages may connect to another process. */
export async function closeAll(listeners: Listeners): Promise<void> {
  const sockets = [...listeners].map(({ socket }) => socket)
  const closed = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  )
  for (const socket of sockets) socket.close(1001, 'The bank is closing')
  const patience = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, goodbyeMilliseconds)
  await Promise.all(closed)
  clearTimeout(patience)
}
