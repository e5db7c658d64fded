import type { OverviewView } from '@bank/contract/admin/overview/view'
import { type JobReport, lastResult } from '../../jobs/job-report.ts'

type JobView = OverviewView['jobs'][number]

const order: readonly JobView['state'][] = ['failing', 'late', 'running']

/** The jobs by name, those that need an operator first. */
export function jobViews(reports: readonly JobReport[], now: Date) {
  return reports
    .map((report) => ({
      name: report.name,
      state: stateOf(report, now),
      succeededAt: report.succeededAt,
      failure: report.failedAt && { at: report.failedAt, error: report.error ?? '' },
      milliseconds: report.milliseconds,
    }))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

function stateOf(report: JobReport, now: Date): JobView['state'] {
  if (lastResult(report) === 'failed') return 'failing'
  return now > report.lateAt ? 'late' : 'running'
}
