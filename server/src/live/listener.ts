import { type Change, closedForGood, heartbeat, type LiveMessage } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'

/** The session a live connection belongs to, as it was when it was last looked at. */
export type WatchedSession = {
  /** The session's id, which outlives its cookie. */
  readonly id: string
  readonly userId: string
  readonly accountId: bigint
  /** The user must replace the password or PIN that staff typed before anything else. */
  readonly hasTemporarySecrets: boolean
  /** When it ends if nothing is done until then. */
  readonly endsAt: Date
  /** Until when administrator's work is open; null when it is not. */
  readonly elevatedUntil: Date | null
}

/** One live connection. */
export type Listener = {
  readonly socket: WebSocket
  /** The address that is counted, or undefined for one that is not. */
  readonly address: string | undefined
  session: WatchedSession
  /** When the session is looked at again, in milliseconds since 1970. */
  lookAt: number
  /** From here on nothing is missed. */
  isListening: boolean
  /** Something has come from the other side since it was last asked whether it is there. */
  isThere: boolean
  /** What it has said since then. */
  saidCount: number
  /** What it has not been told yet, each change once. */
  readonly untold: Map<string, Change>
}

// A reader so slow that this much waits for it is let go: it opens a new connection and asks for everything again.
const waitingBytesMax = 64 * 1024

// More at once are told as "many": whoever hears of them asks for the whole list in any case.
const changesMax = 50

// Three times what a browser says. More is no browser of ours.
const saidMax = 4

export function newListener(
  socket: WebSocket,
  session: WatchedSession,
  address: string | undefined,
): Listener {
  return {
    socket,
    address,
    session,
    lookAt: 0,
    isListening: false,
    isThere: true,
    saidCount: 0,
    untold: new Map(),
  }
}

/** Notes that somebody is to be told of a change. */
export function note({ untold }: Listener, change: Change): void {
  const { collection } = change
  const many = `${collection} `
  if (untold.has(many)) return
  if (change.id === null || untold.size >= changesMax) untold.set(many, { collection, id: null })
  else untold.set(`${many}${change.id}`, change)
}

/** Tells what has been noted, in one message. */
export function tellChanges(listener: Listener): void {
  const { untold } = listener
  if (untold.size === 0) return
  const changes = [...untold.values()].filter(
    ({ collection, id }) => id === null || !untold.has(`${collection} `),
  )
  untold.clear()
  tell(listener, { type: 'changed', changes })
}

export function tell({ socket }: Listener, message: LiveMessage): void {
  if (socket.bufferedAmount > waitingBytesMax) socket.terminate()
  else socket.send(JSON.stringify(message))
}

/** Answers a heartbeat. Anything else, and too many of them, end the connection for good. */
export function hear(listener: Listener, said: string): void {
  listener.isThere = true
  listener.saidCount++
  if (said === heartbeat && listener.saidCount <= saidMax) tell(listener, { type: 'alive' })
  else listener.socket.close(closedForGood, 'Nothing is to be said here')
}

/** Asks whether somebody is still there, and lets go of who has not answered since they were last asked. */
export function askWhetherThere(listener: Listener): void {
  const { socket, isThere } = listener
  listener.isThere = false
  listener.saidCount = 0
  if (isThere) socket.ping()
  else socket.terminate()
}
