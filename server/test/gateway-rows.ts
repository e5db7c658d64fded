import type { Endpoint } from '@bank/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Bank } from '../src/bank.ts'
import { gatewayRoutes } from '../src/gateway/routes.ts'
import { openCookies } from '../src/http/api/cookies.ts'
import { openRateLimits } from '../src/http/api/rate-limits.ts'
import { registerRoutes } from '../src/http/api/registrar.ts'
import { openUserTurns } from '../src/http/api/turns-of-a-user.ts'
import { openRequestQueue } from '../src/http/connections/request-queue.ts'
import { openHttp } from '../src/http/server.ts'
import { ask, type Reply, type Sent, type Visitor } from './ask.ts'

/** The rows of `gatewayRoutes`, called without the gateway's door: with the bank's own cookies and answers. */
export type GatewayRows = {
  readonly call: <E extends Endpoint>(who: Visitor, endpoint: E, sent?: Sent<E>) => Promise<Reply<E>>
  readonly close: () => Promise<void>
}

export function openGatewayRows(bank: Bank): GatewayRows {
  const context = {
    bank,
    cookies: openCookies(false),
    gatewayCookies: undefined,
    limits: openRateLimits(bank.config),
    turns: openUserTurns(bank.config),
    queue: openRequestQueue({ isBudgeted: true }),
    noteCutOff: () => {},
  }
  const apps = new Map<Endpoint, Promise<FastifyInstance>>()

  // Rows may share a path, which the door tells apart by what was sent: each gets a server of its own.
  async function open(endpoint: Endpoint): Promise<FastifyInstance> {
    const app = await openHttp(bank)
    registerRoutes(
      app,
      gatewayRoutes.filter((route) => route.endpoint === endpoint),
      context,
    )
    return app
  }

  return {
    async call(who, endpoint, sent) {
      const app = apps.get(endpoint) ?? open(endpoint)
      apps.set(endpoint, app)
      return ask(await app, who, endpoint, sent)
    },
    close: async () => {
      for (const app of apps.values()) await (await app).close()
    },
  }
}
