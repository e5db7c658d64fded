import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes connections whose other side does not take its answer: each would hold the answer in memory for as long as it
 * likes. A connection on which no piece of an answer was taken completely from one round to the next is given up. Rounds are
 * `every` milliseconds apart.
 */
export function dropSlowReaders(app: FastifyInstance, every: number): void {
  const connections = new Set<Socket>()
  /** How many bytes had been taken of those that were waiting in the last round. */
  let waiting = new Map<Socket, number>()
  const watch = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  // With TLS of our own what waits to be taken waits in the secure connection.
  app.server.on('connection', watch).on('secureConnection', watch)
  const rounds = setInterval(() => {
    const stillWaiting = new Map<Socket, number>()
    for (const socket of connections) {
      if (socket.writableLength === 0) continue
      const taken = socket.bytesWritten - socket.writableLength
      if (waiting.get(socket) === taken) socket.destroy()
      else stillWaiting.set(socket, taken)
    }
    waiting = stillWaiting
  }, every)
  rounds.unref()
  app.addHook('onClose', async () => clearInterval(rounds))
}
