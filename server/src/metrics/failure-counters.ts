import { Counter } from 'prom-client'

/** Counts of what should not happen. */
export type FailureCounters = {
  /** Answers with status 500. */
  readonly unhandledErrors: Counter
  /** Answers with status 503 because the database was unavailable or too slow. */
  readonly unavailable: Counter
  /** Rounds of background jobs that ended with an error. */
  readonly failedRounds: Counter
}

export function openFailureCounters(): FailureCounters {
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
    failedRounds: new Counter({
      name: 'bank_job_rounds_failed_total',
      help: 'Rounds of background jobs that failed and are repeated.',
      registers: [],
    }),
  }
}
