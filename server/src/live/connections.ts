import type { RawData, WebSocket } from 'ws'
import { Refusal } from '../refusal.ts'
import type { Dialect } from './dialect.ts'
import { countFrame, forgetFrames, refuse } from './frame-limit.ts'

/** One live connection. */
export type Connection = {
  readonly socket: WebSocket
  readonly dialect: Dialect
  /** The user for the limits; null for a visitor. */
  readonly userId: string | null
  /** The address for the limits; undefined for one that is not counted. */
  readonly address: string | undefined
  /** Called when it is ended for its frames. */
  readonly noteTooMany: () => void
  /** True when the client has sent something since the last heartbeat. */
  isAlive: boolean
  /** The number of frames that count towards the dialect's limit: messages, pings and pongs. */
  receivedCount: number
}

export type NewConnection = Pick<Connection, 'socket' | 'dialect' | 'address' | 'noteTooMany'>

/** The code that closes a connection which the client may open again. */
export const closedForNow = 1001

/** Options of the sockets of live connections. A client that does not confirm a closing is disconnected after `closeTimeout` milliseconds. */
export const socketOptions = {
  noServer: true,
  // The messages are short, and a compressor would take more memory than the rest of a connection.
  perMessageDeflate: false,
  // Fragments of a message are frames that are not counted. Browsers send messages of this length whole.
  maxFragments: 4,
  closeTimeout: 1_000,
} as const

// As many windows as a user keeps open; as many users as an office has behind one address; as many sockets as fit into memory,
// at about 20 kB each. Visitors leave room for users.
const ofUserMax = 5
const ofAddressMax = 50
const connectionsMax = 5_000
const visitorsMax = 500

// A slow client with more unsent data than this is disconnected: it connects again and loads everything.
const waitingBytesMax = 64 * 1024

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
  for (const frame of ['ping', 'pong'] as const) socket.on(frame, () => countFrame(connection))
  socket.on('message', (message) => receive(connection, message))
}

/** Replies to a message. Some messages end the connection for good. */
function receive(connection: Connection, message: RawData): void {
  const { socket, dialect } = connection
  // Until the client confirms that a connection is closed, its frames arrive and count.
  if (!countFrame(connection) || socket.readyState !== socket.OPEN) return
  const reply = dialect.replyTo(String(message))
  if (reply.closing !== undefined) refuse(socket, reply)
  else if (reply.message !== undefined) send(connection, reply.message)
}

export function send({ socket }: Connection, message: object): void {
  if (socket.bufferedAmount > waitingBytesMax) socket.terminate()
  else socket.send(JSON.stringify(message))
}

/** Sends a heartbeat, or closes the connection when the last one was not answered. */
export function sendHeartbeat(connection: Connection): void {
  const { socket, isAlive } = connection
  connection.isAlive = false
  forgetFrames(connection)
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
  await Promise.all(closed)
}
