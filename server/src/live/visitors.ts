import { addConnection, type Connection, closedForNow, type NewConnection, send } from './connections.ts'

/** The live connections of this process that have no session. */
export type Visitors = Set<Connection>

// A client that signs in meanwhile is soon back with its session.
const visitMilliseconds = 10_000

/** Adds a connection until it is closed, after some seconds at the latest. It is sent no changes. */
export function addVisitor(visitors: Visitors, connection: NewConnection): void {
  const { socket, dialect } = connection
  const visitor = { ...connection, userId: null, isAlive: true, receivedCount: 0 }
  addConnection(visitors, visitor)
  send(visitor, dialect.listening())
  const timer = setTimeout(() => socket.close(closedForNow, 'There is no session'), visitMilliseconds)
  socket.on('close', () => clearTimeout(timer))
}
