import { closedForGood } from '@bank/contract/live/live-message'
import type { WebSocket } from 'ws'
import type { Connection } from './connections.ts'
import type { Reply } from './dialect.ts'

/** Counts a frame: a message, a ping or a pong. The first one too many ends the connection. Returns false from then on. */
export function countFrame(connection: Connection): boolean {
  const { socket, dialect } = connection
  connection.isAlive = true
  const tooMany = ++connection.receivedCount - dialect.receivedMax
  if (tooMany === 1) {
    connection.noteTooMany()
    refuse(socket, dialect.tooMany)
  }
  return tooMany < 1
}

/** Lets a connection send as many frames more as its dialect allows after each heartbeat. */
export function forgetFrames(connection: Connection): void {
  const { receivedPerHeartbeat } = connection.dialect
  connection.receivedCount = Math.max(0, connection.receivedCount - receivedPerHeartbeat)
}

/** Tells the client why it is refused for good, and ends the connection at once: the closing handshake would read on. */
export function refuse(
  socket: WebSocket & { _receiver?: { _loop: boolean } | null },
  { message, closing }: Reply,
): void {
  if (message !== undefined) socket.send(JSON.stringify(message))
  socket.close(closedForGood, closing)
  socket.terminate()
  // The package would still read the rest of the chunk, up to 10,000 frames in 5 ms. There is no public way: without this
  // property only the time is lost.
  if (socket._receiver) socket._receiver._loop = false
}
