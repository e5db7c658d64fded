import { Counter, Gauge } from 'prom-client'

export type JobMeasures = ReturnType<typeof openJobMeasures>

/** What the background jobs of this process have done, by the job's name. Prometheus has a label `job` of its own. */
export function openJobMeasures() {
  return {
    lastRun: new Gauge({
      name: 'bank_job_last_run_time_seconds',
      help: 'When the last round of a background job ended, failed or not, in seconds since 1970. Absent before the first.',
      labelNames: ['background_job'],
      registers: [],
    }),
    lastSuccess: new Gauge({
      name: 'bank_job_last_success_time_seconds',
      help: 'When the last successful round of a background job ended, in seconds since 1970. Absent before the first.',
      labelNames: ['background_job'],
      registers: [],
    }),
    lastFailure: new Gauge({
      name: 'bank_job_last_failure_time_seconds',
      help: 'When the last failed round of a background job ended, in seconds since 1970. Absent before the first.',
      labelNames: ['background_job'],
      registers: [],
    }),
    duration: new Gauge({
      name: 'bank_job_duration_seconds',
      help: 'How long the last round of a background job took.',
      labelNames: ['background_job'],
      registers: [],
    }),
    rounds: new Counter({
      name: 'bank_job_rounds_total',
      help: 'Rounds of a background job, failed ones included.',
      labelNames: ['background_job'],
      registers: [],
    }),
    failedRounds: new Counter({
      name: 'bank_job_rounds_failed_total',
      help: 'Rounds of a background job that failed and are repeated.',
      labelNames: ['background_job'],
      registers: [],
    }),
  }
}
