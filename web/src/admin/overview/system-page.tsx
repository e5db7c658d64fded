import type { SystemView } from '@bank/contract/admin/overview/view'
import { endpoints } from '@bank/contract/endpoints'
import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../api/load-failure.tsx'
import { queryOf } from '../../api/query-of.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { diskText } from './disk-text.ts'
import { Age, OverviewCard } from './overview-card.tsx'

const systemQuery = { ...queryOf(['admin', 'system'], endpoints.readSystem), refetchInterval: 5_000 }

/** `/admin/system`: the processes of the bank, and what they do now. */
export function SystemPage() {
  const { data, error, refetch } = useQuery(systemQuery)
  return (
    <div className="grid gap-section">
      <PageHeading>{pages.system.title}</PageHeading>
      {!data && error ? (
        <LoadFailure title="The figures could not be loaded" error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Cards system={data} />
      ) : (
        <LoadingText />
      )}
    </div>
  )
}

function Cards({ system }: { system: SystemView }) {
  const rate = useBatchRate(system)
  const { processes, queues, listSecondsBehind, databaseBytes, disks, backups } = system
  const now = Date.parse(system.readAt)
  return (
    <div className="grid gap-4 xl:grid-cols-3">
      <OverviewCard title="Processes">
        {processes.length > 0 && (
          <Figures
            figures={processes.map(({ stripe, since }) => [
              `Stripe ${stripe}`,
              since === null ? (
                'Connected'
              ) : (
                <span key={stripe}>
                  since <Age moment={since} now={now} />
                </span>
              ),
            ])}
          />
        )}
        <p className="text-caption text-muted-foreground">
          {processes.length === 0 && 'No stripe is held now. '}A process takes a stripe of the books with its
          first transfer, and holds it while it is connected to the database.
        </p>
      </OverviewCard>
      <OverviewCard title="Books">
        <Figures
          figures={[
            ['Batches', system.batchCount.toLocaleString('en-US')],
            ['Batches a second', rate === undefined ? '–' : rate.toFixed(1)],
            ['List of all transactions', behindText(listSecondsBehind)],
          ]}
        />
      </OverviewCard>
      <OverviewCard title="Queues">
        <Figures
          figures={Object.entries(queueNames).map(([name, label]) => [
            label,
            queues[name as keyof typeof queueNames].toLocaleString('en-US'),
          ])}
        />
      </OverviewCard>
      <OverviewCard title="Disks">
        <Figures
          figures={[
            ['Database', diskText(databaseBytes)],
            ...disks.map(
              ({ folder, freeBytes, sizeBytes }): Figure => [
                `Free for ${folder}`,
                `${diskText(freeBytes)} of ${diskText(sizeBytes)}`,
              ],
            ),
          ]}
        />
      </OverviewCard>
      <OverviewCard title="Backups">
        {backups ? (
          <Figures
            figures={[
              ['Last backup', <AgeOrNone key="backup" moment={backups.lastBackupAt} now={now} />],
              ['Archived until', <AgeOrNone key="archive" moment={backups.archivedUntil} now={now} />],
            ]}
          />
        ) : (
          <p>This program makes no backups: BACKUP_DIR is not set.</p>
        )}
      </OverviewCard>
    </div>
  )
}

const queueNames = {
  requests: 'Requests to this process',
  passwords: 'Passwords to be checked',
  documents: 'Documents to be drawn',
  mail: 'Mails',
  scheduledRuns: 'Scheduled payments that are due',
  resetLinks: 'Links to a new password or PIN',
} as const satisfies Record<keyof SystemView['queues'], string>

type Figure = readonly [name: string, value: ReactNode]

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid gap-1 text-table">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="ms-auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Batches a second between the last two readings; undefined after the first. */
function useBatchRate(system: SystemView): number | undefined {
  const [readings, setReadings] = useState<{ earlier?: SystemView; last: SystemView }>({ last: system })
  if (readings.last.readAt !== system.readAt) setReadings({ earlier: readings.last, last: system })
  const { earlier, last } = readings
  if (!earlier) return undefined
  const seconds = (Date.parse(last.readAt) - Date.parse(earlier.readAt)) / 1_000
  return Math.max(0, last.batchCount - earlier.batchCount) / seconds
}

function behindText(seconds: number | null): string {
  if (seconds === null) return 'Being filled'
  return seconds === 0 ? 'Complete' : `${seconds.toLocaleString('en-US')} s behind`
}

function AgeOrNone({ moment, now }: { moment: string | null; now: number }) {
  return moment === null ? 'None yet' : <Age moment={moment} now={now} />
}
