import type { FastifyInstance } from 'fastify'
import type { Bank } from '../../bank.ts'
import { tryToGrow } from '../../postgres/try-to-grow.ts'
import { Refusal } from '../../refusal.ts'
import { writeStoredValue } from '../../storage/stored-value.ts'
import type { HttpContext } from '../api/http-context.ts'
import { cachedFor } from './cached-for.ts'

/**
 * `/healthz`: the program runs. `/readyz`: its database has accepted a write within the last second, else 503. While the commits
 * of the books fail, that write needs new space: on a full disk a small one still succeeds. Where they fail with an error of the disk, they
 * must also have paused: another file may be the broken one. For process managers and monitors; neither reveals more.
 */
export function registerHealth(
  app: FastifyInstance,
  { bank, limits }: Pick<HttpContext, 'bank' | 'limits'>,
): void {
  const isReady = cachedFor(1_000, bank.clock, () => takesWrite(bank))
  logFailingCommits(app, bank)
  const counted = limits.counted('health', bank.clock)

  app.get('/healthz', { onRequest: counted }, async () => ({ status: 'ok' }))
  app.get('/readyz', { onRequest: counted }, async () => {
    if (!(await isReady())) throw new Refusal('busy')
    return { status: 'ready' }
  })
}

/** What process managers and monitors ask for all the time. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz']

async function takesWrite({ db, clock, commits }: Bank): Promise<boolean> {
  try {
    if (commits.areFailing()) {
      await tryToGrow(db)
      if (!commits.otherSucceeded()) return false
    }
    await writeStoredValue(db, { key: 'readiness', value: 'ok', updatedBy: null, now: new Date(clock()) })
    return true
  } catch {
    return false
  }
}

/** Logs the first failure of a lane's commits, and the last one when they succeed again. */
function logFailingCommits({ log }: FastifyInstance, { commits }: Pick<Bank, 'commits'>): void {
  commits.onChange((lane, { code, message, count, since }, areOver) => {
    const fields = { lane, code, message }
    if (!areOver) log.warn(fields, 'commits fail: payments are answered with 503')
    else {
      const seconds = Math.round((performance.now() - since) / 1_000)
      log.warn({ ...fields, count, seconds }, 'commits succeed again; this was the last failure')
    }
  })
}
