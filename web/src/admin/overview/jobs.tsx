import type { OverviewView } from '@bank/contract/admin/overview/view'
import { Notice } from '../../ui/notice.tsx'
import { Age, Amounts, countText, OverviewCard } from './overview-card.tsx'

type Job = OverviewView['jobs'][number]

/** The background jobs: those that fail or are late, and the last run of each. */
export function Jobs({
  jobs,
  arePaused,
  now,
}: {
  jobs: readonly Job[]
  /** After a restore those that send mail or move money are paused. */
  arePaused: boolean
  now: number
}) {
  const troubled = jobs.filter(({ state }) => state !== 'running')
  return (
    <OverviewCard title="Background jobs">
      {troubled.length === 0 ? (
        <Amounts>{calmText(jobs, arePaused)}</Amounts>
      ) : (
        <Notice tone="failed" isAnnounced>
          <p className="font-semibold">
            {countText(troubled.length, 'job fails or is late', 'jobs fail or are late')}. Tell the operator
            of the bank.
          </p>
          <ul aria-label="Jobs that fail or are late" className="grid gap-2">
            {troubled.map((job) => (
              <li key={job.name} className="wrap-anywhere">
                <code>{job.name}</code> <Trouble job={job} now={now} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <details>
        <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
          Last run of each job
        </summary>
        <ul aria-label="Last run of each job" className="grid gap-2 text-table">
          {jobs.map((job) => (
            <li key={job.name} className="wrap-anywhere">
              <code>{job.name}</code>
              <LastRun job={job} now={now} />
            </li>
          ))}
        </ul>
      </details>
    </OverviewCard>
  )
}

/** A bank that is read-only runs none. */
function calmText({ length }: readonly Job[], arePaused: boolean): string {
  if (length === 0) return 'No jobs run'
  return arePaused ? 'All jobs that aren’t paused run' : 'All jobs run'
}

function Trouble({ job: { state, succeededAt, failure }, now }: { job: Job; now: number }) {
  if (state === 'failing' && failure) {
    return (
      <>
        failed <Age moment={failure.at} now={now} />: {failure.error}. The bank tries again.
      </>
    )
  }
  if (succeededAt === null) return 'hasn’t completed its first run.'
  return (
    <>
      hasn’t completed a run since <Age moment={succeededAt} now={now} />.
    </>
  )
}

function LastRun({ job: { succeededAt, failure, milliseconds }, now }: { job: Job; now: number }) {
  return (
    <p className="text-caption text-muted-foreground">
      {succeededAt && (
        <>
          Succeeded <Age moment={succeededAt} now={now} />.{' '}
        </>
      )}
      {failure && (
        <>
          Failed <Age moment={failure.at} now={now} />: {failure.error}.{' '}
        </>
      )}
      {milliseconds === null ? 'No run yet.' : `Took ${milliseconds.toLocaleString('en-US')} ms.`}
    </p>
  )
}
