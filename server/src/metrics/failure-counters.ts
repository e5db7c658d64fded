import { Counter } from 'prom-client'

export type FailureCounters = ReturnType<typeof openFailureCounters>

/** Counts of what should not happen. */
export function openFailureCounters() {
  return {
    unhandledErrors: new Counter({
      name: 'bank_unhandled_errors_total',
      help: 'Requests answered with 500; the log has the error of each.',
      registers: [],
    }),
    unavailable: new Counter({
      name: 'bank_database_unavailable_total',
      help: 'Requests answered with 503 because the database was unavailable or too slow.',
      registers: [],
    }),
    unrenderedPages: new Counter({
      name: 'bank_pages_unrendered_total',
      help: 'Pages of signed-in users that were sent without their first view.',
      labelNames: ['reason'],
      registers: [],
    }),
  }
}
