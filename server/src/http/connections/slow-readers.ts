import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openConnectionsOf } from './open-connections.ts'

/**
 * Closes connections whose client does not read its answer, because the answer would stay in memory. Every `intervalMs` it
 * closes the connections that have taken no further chunk since the last check.
 */
export function dropSlowReaders(app: FastifyInstance, intervalMs: number): void {
  const connections = openConnectionsOf(app)
  /** The bytes taken at the last check, for each connection with an answer left to read. */
  let waiting = new Map<Socket, number>()
  const checks = setInterval(() => {
    const stillWaiting = new Map<Socket, number>()
    for (const socket of connections) {
      if (socket.writableLength === 0) continue
      const taken = socket.bytesWritten - socket.writableLength
      if (waiting.get(socket) === taken) socket.destroy()
      else stillWaiting.set(socket, taken)
    }
    waiting = stillWaiting
  }, intervalMs)
  checks.unref()
  app.addHook('onClose', async () => clearInterval(checks))
}
