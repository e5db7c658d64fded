import type { FastifyInstance } from 'fastify'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'

/**
 * `/healthz`: the program runs. `/readyz`: it can serve, because its database takes a write just now; 503 otherwise.
 * For whoever starts and watches the program; neither says more than that.
 */
export function registerHealth(app: FastifyInstance, { db }: Pick<Bank, 'db'>): void {
  let probing: Promise<unknown> | undefined

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    // One probe for everybody who asks at the same time: asking often must not be a load.
    probing ??= db
      .query(
        `insert into settings (key, value, updated_at) values ('readiness', 'ok', now())
         on conflict (key) do update set updated_at = now()`,
      )
      .finally(() => {
        probing = undefined
      })
    await probing.catch(() => {
      throw new Refusal('busy')
    })
    return { status: 'ready' }
  })
}
