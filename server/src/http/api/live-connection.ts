import { endpoints } from '@bank/contract/endpoints'
import { livePath } from '@bank/contract/live/live-message'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Bank } from '../../bank.ts'
import type { WatchedSession } from '../../live/listeners.ts'
import { pageDialect } from '../../live/page-dialect.ts'
import { Refusal } from '../../refusal.ts'
import type { Upgrades } from '../connections/upgrades.ts'
import type { HttpContext } from './http-context.ts'
import { addressToCount, findOpenSession } from './live-caller.ts'
import { requireOwnOrigin } from './same-origin.ts'

/**
 * Registers `/api/live`. Refuses before the upgrade: `csrf` for another site's page, `signed_out`, `secrets_temporary`, and
 * `too_many_attempts` for a user or address with too many connections.
 */
export function registerLiveConnection(
  app: FastifyInstance,
  { bank, limits }: Pick<HttpContext, 'bank' | 'limits'>,
  upgrades: Upgrades,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    // A heartbeat is four bytes.
    maxPayload: 64,
    // The messages are short, and a compressor would take more memory than the rest of a connection.
    perMessageDeflate: false,
  })

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
      if (!upgrades.isUpgrade(request)) throw new Refusal('upgrade_required')
      requireOwnOrigin(request, bank.config.publicUrl)
      const session = await requireSession(request, bank)
      const address = addressToCount(request.ip, bank.config)
      limits.countUser(endpoints.checkSession, session.userId, bank.clock())
      bank.live.requireRoom({ userId: session.userId, address })
      upgrades.accept(request, reply, sockets, (socket) => {
        bank.live.listen({ socket, dialect: pageDialect, address }, session)
      })
    },
  })
  // Before the server waits for its last connection to close.
  app.addHook('preClose', () => bank.live.close())
}

async function requireSession(request: FastifyRequest, bank: Bank): Promise<WatchedSession> {
  const session = await findOpenSession(request, bank)
  if (session === undefined) throw new Refusal('signed_out')
  if (session.hasTemporarySecrets) throw new Refusal('secrets_temporary')
  return session
}
