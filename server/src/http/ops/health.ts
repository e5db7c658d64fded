import type { FastifyInstance } from 'fastify'
import type { Bank } from '../../bank.ts'
import { Refusal } from '../../refusal.ts'
import type { HttpContext } from '../api/registrar.ts'
import { cachedForASecond } from './cached-for-a-second.ts'

/**
 * `/healthz`: the program runs. `/readyz`: its database has accepted a write within the last second, else 503. For process
 * managers and monitors; neither reveals more.
 */
export function registerHealth(
  app: FastifyInstance,
  { bank, limits }: Pick<HttpContext, 'bank' | 'limits'>,
): void {
  const isReady = cachedForASecond(bank.clock, () => takesWrite(bank.db))
  const counted = limits.counted('health', bank.clock)

  app.get('/healthz', { onRequest: counted }, async () => ({ status: 'ok' }))
  app.get('/readyz', { onRequest: counted }, async () => {
    if (!(await isReady())) throw new Refusal('busy')
    return { status: 'ready' }
  })
}

async function takesWrite(db: Bank['db']): Promise<boolean> {
  try {
    await db.query(
      `insert into settings (key, value, updated_at) values ('readiness', 'ok', now())
       on conflict (key) do update set updated_at = now()`,
    )
    return true
  } catch {
    return false
  }
}
