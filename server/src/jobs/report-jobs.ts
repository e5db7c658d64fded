import type { Job } from './job.ts'
import { deleteOtherJobReports, lastResult, storeJobReports } from './job-report.ts'

const storedEveryMilliseconds = 60_000

/**
 * Stores what the jobs of this process have done: within a second when a job's result is another one than before, otherwise once a
 * minute. Jobs that no process runs any more are forgotten at the start.
 */
export const reportJobsJob: Job = {
  name: 'report-jobs',
  pauseSeconds: 1,
  waitsAfterRestore: false,
  open: ({ bank: { db }, reports }) => {
    let storedResults: string | undefined
    let storedAt = 0
    return async (now) => {
      if (storedResults === undefined) await deleteOtherJobReports(db, [...reports.keys()])
      const results = [...reports.values()].map((report) => `${report.name} ${lastResult(report)}`).join()
      if (results === storedResults && now.getTime() < storedAt + storedEveryMilliseconds) return 0
      await storeJobReports(db, [...reports.values()])
      storedResults = results
      storedAt = now.getTime()
      return 0
    }
  },
}
