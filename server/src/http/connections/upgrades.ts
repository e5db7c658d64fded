import type { IncomingMessage } from 'node:http'
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket, WebSocketServer } from 'ws'
import type { HttpContext } from '../api/http-context.ts'
import { endWithProblem } from './client-error.ts'

/** The requests that ask to become WebSockets. */
export type Upgrades = {
  readonly isUpgrade: (request: FastifyRequest) => boolean
  /** Completes an upgrade instead of an answer. */
  readonly accept: (
    request: FastifyRequest,
    reply: FastifyReply,
    sockets: WebSocketServer,
    connected: (socket: WebSocket) => void,
  ) => void
}

/** The connection of a request that asks to become a WebSocket. */
type Upgrade = { readonly socket: Socket; readonly head: Buffer }

/** True for a WebSocket upgrade of one of these paths. Upgrades of other paths are answered as plain requests. */
export function isUpgradeOf(paths: readonly string[]) {
  return ({ url = '', headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket' && paths.includes(url.split('?')[0] ?? '')
}

/** Passes upgrades to their routes, which accept or refuse them. `headers` are those of every answer. */
export function openUpgrades(
  app: FastifyInstance,
  { queue, noteCutOff }: Pick<HttpContext, 'queue' | 'noteCutOff'>,
  headers: Readonly<Record<string, string>>,
): Upgrades {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()

  app.server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    // After a restart every open page reconnects at once.
    const from = { sessionKey: undefined, ip: socket.remoteAddress ?? '' }
    if (queue.enter(from, () => answerUpgrade(request, socket, head))) return
    noteCutOff('queue_full', from.ip)
    socket.destroy()
  })

  function answerUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.assignSocket(socket)
    // A refusal is answered like any other request. The socket is no longer the server's, so nothing else would close it.
    response.once('finish', () => socket.destroySoon())
    app.routing(request, response)
  }

  function refuseHandshake(_error: Error, socket: Duplex): void {
    endWithProblem(socket, 'malformed', { ...headers, 'sec-websocket-version': '13' })
  }

  return {
    isUpgrade: ({ raw }) => upgrades.has(raw),
    accept({ raw }, reply, sockets, connected) {
      const upgrade = upgrades.get(raw)
      if (!upgrade) throw new Error('The request asks for no upgrade')
      const { socket, head } = upgrade
      reply.hijack()
      reply.raw.detachSocket(socket)
      // The library's own answer to a malformed handshake has no security headers.
      sockets.once('wsClientError', refuseHandshake)
      sockets.handleUpgrade(raw, socket, head, connected)
      sockets.off('wsClientError', refuseHandshake)
    },
  }
}
