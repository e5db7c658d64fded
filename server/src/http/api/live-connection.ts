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
import { countedAddress, isLoopbackAddress } from './origin.ts'
import type { Doors } from './registrar.ts'
import { requireOwnPage } from './same-origin.ts'

/** A request to make a connection a live one, and the connection. */
type Upgrade = { readonly socket: Socket; readonly head: Buffer }

/** True for the one request of the bank that may ask for more than an answer. Others get their answer all the same. */
export function isForLive({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url.split('?')[0] === livePath
}

/**
 * Opens `/api/live`. Whoever is refused is refused before there is a live connection: by another site's page (`csrf`),
 * signed out, with a temporary password or PIN, or with as many connections as they may have.
 */
export function registerLive(
  app: FastifyInstance,
  { bank, limits, queue }: Pick<Doors, 'bank' | 'limits' | 'queue'>,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    // A heartbeat is four bytes.
    maxPayload: 64,
    // The messages are short, and what compresses them would cost more memory than all the rest of a connection.
    perMessageDeflate: false,
  })
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()

  app.server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => socket.destroy())
    // A thousand at once are not even looked at together: after a restart every open page comes back.
    queue.enter({ sessionKey: undefined, ip: socket.remoteAddress ?? '' }, (refusal) => {
      if (refusal) socket.destroy()
      else answerUpgrade(request, socket, head)
    })
  })

  function answerUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.assignSocket(socket)
    // What is refused is answered like any other request. The connection is of no more use then, and nobody else ends it:
    // whoever does not hang up would keep it for good.
    response.once('finish', () => socket.destroySoon())
    app.routing(request, response)
  }

  app.route({
    method: 'GET',
    url: livePath,
    // Counted like a look at one's session, which it begins with.
    onRequest: (request, reply, done) => {
      // Nothing else is answered on this connection.
      reply.header('connection', 'close')
      limits.countAddress(endpoints.checkSession, request.ip, bank.clock())
      done()
    },
    handler: async (request, reply) => {
      const upgrade = upgrades.get(request.raw)
      if (!upgrade) throw new Refusal('upgrade_required')
      requireOwnPage(request, bank.config.publicUrl)
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
  // Before the server waits for its last connection to end.
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

/** Limits by address do not count this machine's own, unless they are told to. */
function addressToCount(ip: string, { rateLimits, rateLimitsLoopback }: Config): string | undefined {
  return rateLimits && (rateLimitsLoopback || !isLoopbackAddress(ip)) ? countedAddress(ip) : undefined
}
