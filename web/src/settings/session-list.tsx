import { endpoints } from '@bank/contract/endpoints'
import type { ListedSession } from '@bank/contract/sessions/view'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { openSessionsQuery } from '../sessions/open-sessions.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TitledSection } from '../ui/titled-section.tsx'

/** The user's open sessions, this device first. Any other one can be signed out, or all others. */
export function SessionList() {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <TitledSection id="devices" title="Devices and sessions" titleRef={title}>
      <Sessions onEnded={() => title.current?.focus()} />
    </TitledSection>
  )
}

/** An ended session is removed with the button that has the focus: `onEnded` moves the focus. */
function Sessions({ onEnded }: { onEnded: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(openSessionsQuery)
  const { confirmed, isAsking, dialog } = useConfirmation()
  const refresh = () => client.invalidateQueries({ queryKey: openSessionsQuery.queryKey })
  const endOne = useMutation({
    mutationFn: (id: string) =>
      confirmed(() => call(endpoints.endOwnSession, { params: { id } }), settingsTexts.endSession),
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => confirmed(() => call(endpoints.endOtherSessions), settingsTexts.endOtherSessions),
    onSettled: refresh,
  })
  const isBusy = (endOne.isPending || endOthers.isPending) && !isAsking

  if (error && !data) {
    return <LoadFailure title="Your devices could not be loaded" error={error} onRetry={() => refetch()} />
  }
  if (!data) return <Skeleton className="h-24" />
  return (
    <>
      <ul className="grid divide-y">
        {data.sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
          >
            <Device session={session} />
            {!session.isCurrent && (
              <Button
                look="secondary"
                busy={isBusy}
                onClick={() => endOne.mutate(session.id, { onSuccess: onEnded })}
                aria-describedby={`session-${session.id}`}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Button
          look="secondary"
          busy={isBusy}
          onClick={() => endOthers.mutate(undefined, { onSuccess: onEnded })}
        >
          Log out all other devices
        </Button>
      )}
      {dialog}
    </>
  )
}

function Device({ session }: { session: ListedSession }) {
  const { id, browser, network, lastSeenAt, isCurrent } = session
  return (
    <div id={`session-${id}`} className="grid min-w-0 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-3 text-label">
        {browser === 'Other' ? 'Unknown browser' : browser}
        {isCurrent && (
          <span className="rounded-chip bg-primary-soft px-2 py-0.5 text-caption text-primary-soft-foreground">
            This device
          </span>
        )}
      </p>
      <p className="text-caption text-muted-foreground">
        {isCurrent ? (
          'Active now'
        ) : (
          <>
            Last active <DateText moment={lastSeenAt} time />
          </>
        )}
      </p>
      {network && (
        <p className="text-caption text-muted-foreground">
          Network <bdi className="tabular">{network}</bdi>
        </p>
      )}
    </div>
  )
}
