import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The open connections of a server, as they come and go. With TLS the secure ones too, in which unread bytes are buffered. */
export function openConnectionsOf({ server }: FastifyInstance): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  const watch = (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }
  server.on('connection', watch).on('secureConnection', watch)
  return connections
}

/**
 * Lets the server close whatever its clients do. Node closes the connections between two requests, waits for the others, and no longer
 * checks its timeouts. So a connection that has sent nothing, as browsers open it in advance, is closed at once, and every one that
 * is left after `closeMs`.
 */
export function closeConnections(app: FastifyInstance, closeMs: number): void {
  const connections = openConnectionsOf(app)
  app.addHook('preClose', async () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), closeMs).unref()
  })
}
