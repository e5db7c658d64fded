import { liveOpeningLimit } from '@bank/contract/rate-limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { GatewaySettings } from '../config/config-gateway.ts'
import type { HttpContext } from '../http/api/http-context.ts'
import { addressToCount, findOpenSession } from '../http/api/live-caller.ts'
import { noteSecurityEvent } from '../http/api/security-refusals.ts'
import type { Upgrades } from '../http/connections/upgrades.ts'
import { socketOptions } from '../live/connections.ts'
import type { Reply } from '../live/dialect.ts'
import { refuse } from '../live/frame-limit.ts'
import { Refusal } from '../refusal.ts'
import { readAccount } from './account-calls.ts'
import { gatewayCall } from './gateway-call.ts'
import { hostedRefusal } from './hosted-refusal.ts'
import { openRealtimeDialect, refusal, refusalOf, type Subscriptions } from './realtime-dialect.ts'

// The ids and channels of a hundred subscriptions.
const messageBytesMax = 16 * 1024

/**
 * Registers the hosted backend's realtime connection: live updates in the messages of its clients. A page of another origin
 * and another project are refused after the upgrade, because only then clients read why and stop. A client without a session
 * is connected for some seconds and hears nothing. `too_many_attempts` is answered before the upgrade.
 */
export function registerRealtime(
  app: FastifyInstance,
  context: HttpContext,
  settings: GatewaySettings,
  upgrades: Upgrades,
): void {
  const { bank, limits, noteCutOff } = context
  const sockets = new WebSocketServer({ ...socketOptions, maxPayload: messageBytesMax })
  app.route({
    method: 'GET',
    url: '/realtime',
    onRequest: (request, reply, done) => {
      reply.header('connection', 'close')
      limits.countAddress({ limit: liveOpeningLimit }, request.ip, bank.clock())
      done()
    },
    handler: async (request, reply) => {
      if (!upgrades.isUpgrade(request)) {
        throw hostedRefusal('general_route_not_found', 'Open this path as a WebSocket')
      }
      const query = new URLSearchParams(request.raw.url?.replace(/^[^?]*/, ''))
      const addressed = readSubscriptions(query)
      const refused = refusalOfRequest(request, query, settings) ?? refusalOf(addressed)
      if (refused) {
        if (!isAllowedOrigin(request, settings)) noteSecurityEvent(new Refusal('csrf'), request, bank)
        upgrades.accept(request, reply, sockets, (socket) => {
          socket.on('error', () => socket.terminate())
          refuse(socket, refused)
        })
        return
      }
      const found = await findOpenSession(request, bank)
      const session = found?.refusedAs ? undefined : found
      if (session) limits.countUser({ limit: liveOpeningLimit }, session.userId, bank.clock())
      // After a restart all clients come back at once: of their accounts two are read at the same time.
      request.isOverBudget = true
      const user = session ? await readAccount(gatewayCall(context, settings, { request, reply })) : null
      const address = addressToCount(request.ip, bank.config)
      bank.live.requireRoom({ userId: session?.userId ?? null, address })
      const { ip } = request
      upgrades.accept(request, reply, sockets, (socket) => {
        const { settingsCollection } = settings
        const dialect = openRealtimeDialect({ addressed, user, settingsCollection, clock: bank.clock })
        const noteTooMany = () => noteCutOff('too_many_frames', ip)
        const connection = { socket, dialect, address, noteTooMany }
        if (session) bank.live.listen(connection, session)
        else bank.live.receiveVisitor(connection)
      })
    },
  })
}

/** Browsers let any page open a WebSocket, and always state the page's origin. */
function isAllowedOrigin(
  { headers: { origin = '' } }: FastifyRequest,
  { origins }: GatewaySettings,
): boolean {
  return origins.includes(origin)
}

function refusalOfRequest(
  request: FastifyRequest,
  query: URLSearchParams,
  settings: GatewaySettings,
): Reply | undefined {
  if (!isAllowedOrigin(request, settings)) return refusal('Invalid Origin. Ask the bank to allow this origin')
  if (query.get('project') !== settings.project) return refusal('Missing or unknown project ID')
  return undefined
}

// The id of the channels that are not of a numbered subscription.
const unnumbered = 'channels'

/**
 * The subscriptions in an address: `channels[]=documents` of clients until version 21, and of later ones
 * `documents[0][]=<query>` for each query of the subscription 0. The queries are ignored.
 */
function readSubscriptions(query: URLSearchParams): Subscriptions {
  const numbered = new Map<string, Set<string>>()
  for (const name of new Set(query.keys())) {
    if (!name.endsWith('][]')) continue
    const end = name.length - '][]'.length
    const start = name.lastIndexOf('[', end)
    const id = name.slice(start + 1, end)
    if (start > 0) numbered.set(id, (numbered.get(id) ?? new Set()).add(name.slice(0, start)))
  }
  const subscriptions = new Map([...numbered].map(([id, channels]) => [id, [...channels]]))
  const others = new Set(query.getAll('channels[]'))
  for (const channel of [...numbered.values()].flatMap((channels) => [...channels])) others.delete(channel)
  return others.size === 0 ? subscriptions : subscriptions.set(unnumbered, [...others])
}
