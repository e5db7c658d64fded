import { type Change, closedForGood, heartbeat, type LiveMessage } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'
import { Refusal } from '../refusal.ts'

/** The session of a live connection, as it was last read. */
export type WatchedSession = {
  /** The session's id, which outlives its cookie. */
  readonly id: string
  readonly userId: string
  readonly accountId: bigint
  /** The user must first replace a temporary password or PIN. */
  readonly hasTemporarySecrets: boolean
  /** When it ends without further activity. */
  readonly endsAt: Date
  /** Until when it is elevated; null when it is not. */
  readonly elevatedUntil: Date | null
}

/** The sessions with these ids that still exist, including expired ones. */
export type ReadSessions = (ids: readonly string[]) => Promise<ReadonlyMap<string, WatchedSession>>

/** One live connection. */
export type Listener = {
  readonly socket: WebSocket
  /** The address for the limits; undefined for one that is not counted. */
  readonly address: string | undefined
  session: WatchedSession
  /** When the session is read again, in milliseconds since 1970. */
  readSessionAt: number
  /** True once no change can be missed. */
  isListening: boolean
  /** True when the page has sent something since the last heartbeat. */
  isAlive: boolean
  /** The number of messages since the last heartbeat. */
  receivedCount: number
  /** The changes still to be sent, each once. */
  readonly pending: Map<string, Change>
}

/** Every live connection of this process. */
export type Listeners = Set<Listener>

// As many windows as a user keeps open; as many users as an office has behind one address; as many sockets as fit into memory,
// at about 20 kB each.
const ofUserMax = 5
const ofAddressMax = 50
const listenersMax = 5_000

// A slow client with more unsent data than this is disconnected: it connects again and loads everything.
const waitingBytesMax = 64 * 1024

// Three times what a browser sends between two heartbeats.
const receivedMax = 4

// A change that is not in the audit log, such as a row deleted by hand, is noticed after a minute.
const readSessionMilliseconds = 60_000

const closeMillisecondsMax = 1_000

/** Throws `too_many_attempts` when the user or address has too many connections, and `busy` when the process has. */
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
  // The page of a broken connection connects again.
  socket.on('error', () => socket.terminate())
  socket.on('pong', () => {
    listener.isAlive = true
  })
  socket.on('message', (message) => receive(listener, String(message)))
  return listener
}

/** Answers a heartbeat. Another message, or too many heartbeats, close the connection for good. */
function receive(listener: Listener, message: string): void {
  listener.isAlive = true
  listener.receivedCount++
  if (message === heartbeat && listener.receivedCount <= receivedMax) send(listener, { type: 'alive' })
  else listener.socket.close(closedForGood, 'Only heartbeats are accepted')
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

/** Sends a heartbeat, or closes the connection when the last one was not answered. */
export function sendHeartbeat(listener: Listener): void {
  const { socket, isAlive } = listener
  listener.isAlive = false
  listener.receivedCount = 0
  if (isAlive) socket.ping()
  else socket.terminate()
}

/** Reads the sessions that are due again, and closes the connections of those that have ended. */
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

/** Closes every connection. The pages may connect to another process. */
export async function closeAll(listeners: Listeners): Promise<void> {
  const sockets = [...listeners].map(({ socket }) => socket)
  const closed = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  )
  for (const socket of sockets) socket.close(1001, 'The bank is closing')
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, closeMillisecondsMax)
  await Promise.all(closed)
  clearTimeout(timer)
}
