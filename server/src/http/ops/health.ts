import type { FastifyInstance } from 'fastify'
import type { Bank } from '../../bank.ts'
import { Refusal } from '../../refusal.ts'
import type { Doors } from '../api/registrar.ts'
import { onceASecond } from './cached-for-a-second.ts'

/**
 * `/healthz`: the program runs. `/readyz`: it can serve, because its database has taken a write within the last second; 503
 * otherwise. For whatever starts and watches the program; neither says more than that.
 */
export function registerHealth(app: FastifyInstance, { bank, limits }: Pick<Doors, 'bank' | 'limits'>): void {
  // Monitors ask every few seconds, and a failure a second old is still news to them.
  const isReady = onceASecond(bank.clock, () => takesWrite(bank.db))
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
