import { livePath } from '@bank/contract/live/live-message'
import { liveOpeningLimit } from '@bank/contract/rate-limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Bank } from '../../bank.ts'
import { socketOptions } from '../../live/connections.ts'
import type { WatchedSession } from '../../live/listeners.ts'
import { pageDialect } from '../../live/page-dialect.ts'
import { Refusal } from '../../refusal.ts'
import type { Upgrades } from '../connections/upgrades.ts'
import type { HttpContext } from './http-context.ts'
import { addressToCount, findOpenSession } from './live-caller.ts'
import { requireOwnOrigin } from './same-origin.ts'

/**
 * Registers `/api/live`. Refuses before the upgrade: `csrf` for another site's page, `signed_out`, `secrets_temporary`,
 * `second_factor_required`, and `too_many_attempts` for a user or address with too many connections.
 */
export function registerLiveConnection(
  app: FastifyInstance,
  { bank, limits, noteCutOff }: Pick<HttpContext, 'bank' | 'limits' | 'noteCutOff'>,
  upgrades: Upgrades,
): void {
  // A heartbeat is four bytes.
  const sockets = new WebSocketServer({ ...socketOptions, maxPayload: 64 })

  app.route({
    method: 'GET',
    url: livePath,
    onRequest: (request, reply, done) => {
      reply.header('connection', 'close')
      limits.countAddress({ limit: liveOpeningLimit }, request.ip, bank.clock())
      done()
    },
    handler: async (request, reply) => {
      if (!upgrades.isUpgrade(request)) throw new Refusal('upgrade_required')
      requireOwnOrigin(request, bank.config.publicUrl)
      const session = await requireSession(request, bank)
      const address = addressToCount(request.ip, bank.config)
      limits.countUser({ limit: liveOpeningLimit }, session.userId, bank.clock())
      bank.live.requireRoom({ userId: session.userId, address })
      const { ip } = request
      upgrades.accept(request, reply, sockets, (socket) => {
        const noteTooMany = () => noteCutOff('too_many_frames', ip)
        bank.live.listen({ socket, dialect: pageDialect, address, noteTooMany }, session)
      })
    },
  })
  // Before the server waits for its last connection to close.
  app.addHook('preClose', () => bank.live.close())
}

async function requireSession(request: FastifyRequest, bank: Bank): Promise<WatchedSession> {
  const session = await findOpenSession(request, bank)
  if (session === undefined) throw new Refusal('signed_out')
  if (session.refusedAs !== null) throw new Refusal(session.refusedAs)
  return session
}
