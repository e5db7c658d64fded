import fastify, { type FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './postgres/database.ts'

/** The bank's front door: not yet listening. Closing it waits for the answers under way. */
export async function openHttp({ config, db }: { config: Config; db: Database }): Promise<FastifyInstance> {
  const app = fastify({ logger: { level: config.logLevel } })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await db.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('retry-after', '1').send({ status: 'database away' })
    }
  })
  app.get('/', async (_request, reply) =>
    reply.type('text/html').send(`<!doctype html><title>${config.bankName}</title>`),
  )
  return app
}
