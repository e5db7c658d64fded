import fastify, { type FastifyInstance, type onRequestHookHandler } from 'fastify'
import { type Metric, Registry } from 'prom-client'
import type { Bank } from '../../bank.ts'
import { plainMetric } from '../../metrics/plain-metrics.ts'
import { Refusal } from '../../refusal.ts'
import { originOf } from '../api/origin.ts'
import { failureOf } from '../api/problem.ts'
import { cachedFor } from './cached-for.ts'
import { databaseReadings } from './database-readings.ts'
import { processReadings, type Reading } from './process-readings.ts'

/** The metrics of this process and its database. */
export function metricsOf(bank: Bank): Registry {
  const registry = new Registry()
  const { measures, requests, signIns, failures, jobMeasures } = bank
  // Those of the process first: the queries of the others would wait in the pool that these count.
  for (const [name, reading] of Object.entries({ ...processReadings(bank), ...databaseReadings(bank) }))
    registry.registerMetric(metricOf(name, reading))
  const counted = [...measures, requests.metric, signIns.metric]
  for (const metric of [...counted, ...Object.values(failures), ...Object.values(jobMeasures)])
    registry.registerMetric(metric as Metric)
  return registry
}

/** The metric of a reading. A value that cannot be read is left out, so that the others are still reported. */
function metricOf(name: string, { help, label, read }: Reading) {
  const type = name.endsWith('_total') ? 'counter' : 'gauge'
  return plainMetric({ name, help, type }, async () => {
    const value = await read().catch(() => undefined)
    if (value === undefined) return []
    if (typeof value === 'number') return [{ labels: {}, value }]
    return [...value].map(([of, each]) => ({ labels: { [label!]: of }, value: each }))
  })
}

/** `/metrics` for Prometheus, for loopback callers only. */
export function registerMetrics(app: FastifyInstance, bank: Bank, counted: onRequestHookHandler): void {
  const registry = metricsOf(bank)
  const read = cachedFor(1_000, bank.clock, () => registry.metrics())
  app.get('/metrics', { onRequest: counted }, async (request, reply) => {
    if (!originOf(request).isLoopback) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await read())
  })
}

/** A server with only the metrics, for a port that no proxy forwards. Not yet listening. */
export function openMetricsHttp(bank: Bank): FastifyInstance {
  const app = fastify({ logger: false, requestTimeout: requestMilliseconds })
  app.setErrorHandler((error, _request, reply) => {
    reply.code(failureOf(error, { instance: '', traceId: '' }).problem.status).send()
  })
  registerMetrics(app, bank, (_request, _reply, done) => done())
  return app
}

const requestMilliseconds = 10_000
