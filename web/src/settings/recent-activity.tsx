import type { OwnEventView } from '@bank/contract/audit/view'
import { endpoints } from '@bank/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../api/loaded.tsx'
import { queryOf } from '../api/query-of.ts'
import { DateText } from '../ui/date-text.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

// As many as a customer looks through for something unknown.
const shownAtOnce = 10

/** The last events about the user, newest first: the earlier ones are folded. */
export function RecentActivity() {
  const query = useQuery(queryOf(['own-events'], endpoints.listOwnEvents))
  return (
    <TitledSection id="activity" title="Recent activity">
      <Loaded
        query={query}
        failure="Your recent activity could not be loaded"
        placeholder={<Skeleton className="h-24" />}
      >
        {({ events }) => <Activity events={events} />}
      </Loaded>
    </TitledSection>
  )
}

function Activity({ events }: { events: readonly OwnEventView[] }) {
  if (events.length === 0) return <EmptyState title="No activity yet" />
  return (
    <>
      <Events label="Recent activity" events={events.slice(0, shownAtOnce)} />
      {events.length > shownAtOnce && (
        <details>
          <summary className="inline-flex min-h-target items-center rounded-control text-label text-link underline">
            Earlier activity
          </summary>
          <Events label="Earlier activity" events={events.slice(shownAtOnce)} />
        </details>
      )}
    </>
  )
}

function Events({ label, events }: { label: string; events: readonly OwnEventView[] }) {
  return (
    <ul aria-label={label} className="grid divide-y">
      {events.map(({ id, sentence, happenedAt }) => (
        <li
          key={id}
          className="grid items-baseline gap-x-3 py-2 first:pt-0 last:pb-0 sm:flex sm:justify-between"
        >
          <p>{sentence}</p>
          <p className="text-caption text-muted-foreground">
            <DateText moment={happenedAt} time />
          </p>
        </li>
      ))}
    </ul>
  )
}
