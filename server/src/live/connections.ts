import { closedForGood } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'
import { Refusal } from '../refusal.ts'
import type { Dialect } from './dialect.ts'

/** One live connection. */
export type Connection = {
  readonly socket: WebSocket
  readonly dialect: Dialect
  /** The user for the limits; null for a visitor. */
  readonly userId: string | null
  /** The address for the limits; undefined for one that is not counted. */
  readonly address: string | undefined
  /** True when the client has sent something since the last heartbeat. */
  isAlive: boolean
  /** The number of messages that count towards the dialect's limit. */
  receivedCount: number
}

export type NewConnection = Pick<Connection, 'socket' | 'dialect' | 'address'>

/** The code that closes a connection which the client may open again. */
export const closedForNow = 1001

// As many windows as a user keeps open; as many users as an office has behind one address; as many sockets as fit into memory,
// at about 20 kB each. Visitors leave room for users.
const ofUserMax = 5
const ofAddressMax = 50
const connectionsMax = 5_000
const visitorsMax = 500

// A slow client with more unsent data than this is disconnected: it connects again and loads everything.
const waitingBytesMax = 64 * 1024

const closeMillisecondsMax = 1_000

/** Throws `too_many_attempts` when the user or address has too many connections, and `busy` when the process has. */
export function requireRoom(
  connections: readonly Connection[],
  { userId, address }: Pick<Connection, 'userId' | 'address'>,
): void {
  const isVisitor = userId === null
  const ofUser = connections.filter((connection) => connection.userId === userId)
  const ofAddress =
    address === undefined ? [] : connections.filter((connection) => connection.address === address)
  if (connections.length >= connectionsMax || (isVisitor && ofUser.length >= visitorsMax)) {
    throw new Refusal('busy')
  }
  if ((!isVisitor && ofUser.length >= ofUserMax) || ofAddress.length >= ofAddressMax) {
    throw new Refusal('too_many_attempts', { limit: 'live', minutes: 1, retryAfterSeconds: 60 })
  }
}

/** Adds a connection until it is closed, and replies to its messages. */
export function addConnection<C extends Connection>(connections: Set<C>, connection: C): void {
  const { socket } = connection
  connections.add(connection)
  socket.on('close', () => connections.delete(connection))
  // The page of a broken connection connects again.
  socket.on('error', () => socket.terminate())
  socket.on('pong', () => {
    connection.isAlive = true
  })
  socket.on('message', (message) => receive(connection, String(message)))
}

/** Replies to a message. Some messages, or too many, close the connection for good. */
function receive(connection: Connection, text: string): void {
  const { socket, dialect } = connection
  connection.isAlive = true
  connection.receivedCount++
  const isTooMany = connection.receivedCount > dialect.receivedMax
  const { message, closing } = isTooMany ? dialect.tooMany : dialect.replyTo(text)
  if (message !== undefined) send(connection, message)
  if (closing !== undefined) socket.close(closedForGood, closing)
}

export function send({ socket }: Connection, message: object): void {
  if (socket.bufferedAmount > waitingBytesMax) socket.terminate()
  else socket.send(JSON.stringify(message))
}

/** Sends a heartbeat, or closes the connection when the last one was not answered. */
export function sendHeartbeat(connection: Connection): void {
  const { socket, dialect, isAlive } = connection
  connection.isAlive = false
  connection.receivedCount = Math.max(0, connection.receivedCount - dialect.receivedPerHeartbeat)
  if (isAlive) socket.ping()
  else socket.terminate()
}

/** Closes every connection. The clients may connect to another process. */
export async function closeAll(connections: readonly Connection[]): Promise<void> {
  const sockets = connections.map(({ socket }) => socket)
  const closed = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  )
  for (const socket of sockets) socket.close(closedForNow, 'The bank is closing')
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, closeMillisecondsMax)
  await Promise.all(closed)
  clearTimeout(timer)
}
