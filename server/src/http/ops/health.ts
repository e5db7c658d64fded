import type { FastifyInstance } from 'fastify'
import type { Bank } from '../../bank.ts'
import { Refusal } from '../../refusal.ts'
import { writeStoredValue } from '../../storage/stored-value.ts'
import type { HttpContext } from '../api/http-context.ts'
import { cachedForASecond } from './cached-for-a-second.ts'

/**
 * `/healthz`: the program runs. `/readyz`: its database has accepted a write within the last second, else 503. For process
 * managers and monitors; neither reveals more.
 */
export function registerHealth(
  app: FastifyInstance,
  { bank, limits }: Pick<HttpContext, 'bank' | 'limits'>,
): void {
  const isReady = cachedForASecond(bank.clock, () => takesWrite(bank))
  const counted = limits.counted('health', bank.clock)

  app.get('/healthz', { onRequest: counted }, async () => ({ status: 'ok' }))
  app.get('/readyz', { onRequest: counted }, async () => {
    if (!(await isReady())) throw new Refusal('busy')
    return { status: 'ready' }
  })
}

async function takesWrite({ db, clock }: Bank): Promise<boolean> {
  try {
    await writeStoredValue(db, { key: 'readiness', value: 'ok', updatedBy: null, now: new Date(clock()) })
    return true
  } catch {
    return false
  }
}
