import type { IncomingMessage } from 'node:http'
import { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endpoints } from '@bank/contract/endpoints'
import { livePath } from '@bank/contract/live/live-message'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Bank } from '../../bank.ts'
import type { Config } from '../../config/config.ts'
import type { WatchedSession } from '../../live/listeners.ts'
import { Refusal } from '../../refusal.ts'
import { findWatchedSession } from '../../sessions/watched-session.ts'
import type { HttpContext } from './http-context.ts'
import { countedAddress, isLoopbackAddress } from './origin.ts'
import { requireOwnOrigin } from './same-origin.ts'

/** The connection of a request that asks to become a WebSocket. */
type Upgrade = { readonly socket: Socket; readonly head: Buffer }

/** True for a WebSocket upgrade of the live path. Upgrades of other paths are answered as plain requests. */
export function isLiveUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.split('?')[0] === livePath
}

/**
 * Registers `/api/live`. Refuses before the upgrade: `csrf` for another site's page, `signed_out`, `secrets_temporary`, and
 * `too_many_attempts` for a user or address with too many connections.
 */
export function registerLiveConnection(
  app: FastifyInstance,
  { bank, limits, queue }: Pick<HttpContext, 'bank' | 'limits' | 'queue'>,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    // A heartbeat is four bytes.
    maxPayload: 64,
    // The messages are short, and a compressor would take more memory than the rest of a connection.
    perMessageDeflate: false,
  })
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()

  app.server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    // After a restart every open page reconnects at once.
    queue.enter({ sessionKey: undefined, ip: socket.remoteAddress ?? '' }, (refusal) => {
      if (refusal) socket.destroy()
      else answerUpgrade(request, socket, head)
    })
  })

  function answerUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.assignSocket(socket)
    // A refusal is answered like any other request. The socket is no longer the server's, so nothing else would close it.
    response.once('finish', () => socket.destroySoon())
    app.routing(request, response)
  }

  app.route({
    method: 'GET',
    url: livePath,
    // Counted like checkSession, because it begins with a look-up of the session.
    onRequest: (request, reply, done) => {
      reply.header('connection', 'close')
      limits.countAddress(endpoints.checkSession, request.ip, bank.clock())
      done()
    },
    handler: async (request, reply) => {
      const upgrade = upgrades.get(request.raw)
      if (!upgrade) throw new Refusal('upgrade_required')
      requireOwnOrigin(request, bank.config.publicUrl)
      const session = await openSessionOf(request, bank)
      const address = addressToCount(request.ip, bank.config)
      limits.countUser(endpoints.checkSession, session.userId, bank.clock())
      bank.live.requireRoom({ userId: session.userId, address })
      reply.hijack()
      const { socket, head } = upgrade
      reply.raw.detachSocket(socket)
      sockets.handleUpgrade(request.raw, socket, head, (connected) => {
        bank.live.listen(connected, session, address)
      })
    },
  })
  // Before the server waits for its last connection to close.
  app.addHook('preClose', () => bank.live.close())
}

async function openSessionOf(request: FastifyRequest, { db, config, clock }: Bank): Promise<WatchedSession> {
  const { sessionKey } = request.sentCookies
  const now = new Date(clock())
  const session = sessionKey === undefined ? undefined : await findWatchedSession(db, config, sessionKey, now)
  if (session === undefined || session.endsAt <= now) throw new Refusal('signed_out')
  if (session.hasTemporarySecrets) throw new Refusal('secrets_temporary')
  return session
}

/** Limits by address skip loopback addresses, unless configured otherwise. */
function addressToCount(ip: string, { rateLimits, rateLimitsLoopback }: Config): string | undefined {
  return rateLimits && (rateLimitsLoopback || !isLoopbackAddress(ip)) ? countedAddress(ip) : undefined
}
