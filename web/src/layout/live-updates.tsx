import type { Change, Collection } from '@bank/contract/live/live-message'
import { type InvalidateOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { publishActivity } from '../live/activity.ts'
import { openLiveConnection } from '../live/live-connection.ts'
import { throttle } from '../live/throttle.ts'
import { sessionQuery } from '../sessions/session.ts'

/** A single change shows at once; a busy bank must not use up the caller's rate limits. */
const pauses = { first: 500, longest: 8_000 }

/** While there is no live connection, what is in sight is asked for again this often. */
const fallbackMilliseconds = 30_000

/**
 * Asks for what is in sight again as soon as the bank says that something has changed (specification §4, Live updates).
 * Shows nothing, and tells screen readers from time to time that something has changed.
 */
export function LiveUpdates() {
  const client = useQueryClient()
  const { said, announce } = useAnnouncement()
  useEffect(() => {
    let fallback: ReturnType<typeof setInterval> | undefined
    let hasListened = false
    const { add, cancel } = throttle<Collection>(pauses, (changed) => refresh(client, new Set(changed)))
    const catchUp = (missed: readonly Collection[]) =>
      refresh(client, new Set(missed), { cancelRefetch: false })
    const close = openLiveConnection({
      onListening: () => {
        clearInterval(fallback)
        fallback = undefined
        // A page that has just been opened has nothing to catch up with.
        catchUp(hasListened ? anything : [])
        hasListened = true
      },
      onChanges: (changes) => {
        const ids = ownTransactions(changes)
        publishActivity(ids)
        if (ids.length > 0) announce()
        add(...changes.map(({ collection }) => collection))
      },
      onLost: () => {
        // A server-rendered page has asked for nothing yet: its session may have ended on the way.
        if (!hasListened && !fallback) void client.refetchQueries(sessionQuery)
        fallback ??= setInterval(() => catchUp(anything), fallbackMilliseconds)
      },
      // The gate then leads to the sign-in page.
      onEnded: () => void client.refetchQueries(sessionQuery),
    })
    return () => {
      close()
      cancel()
      clearInterval(fallback)
    }
  }, [client, announce])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

/** Without a live connection anything may have changed, even who is signed in in this browser. */
const anything: readonly Collection[] = ['transactions', 'users', 'settings']

/** The user's own transactions among the changes: of others' transactions administrators hear without their ids. */
function ownTransactions(changes: readonly Change[]): string[] {
  return changes.flatMap(({ collection, id }) => (collection === 'transactions' && id !== null ? [id] : []))
}

/** Once in ten seconds at most, so that a screen reader is not interrupted all the time. */
const announcementMilliseconds = 10_000

function useAnnouncement(): { said: string; announce: () => void } {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    // A text is announced again only after it was gone.
    const timer = setTimeout(() => setSaid(''), announcementMilliseconds)
    return () => clearTimeout(timer)
  }, [said])
  const announce = useCallback(() => setSaid('There is new activity on your account'), [])
  return { said, announce }
}

/**
 * Marks all answers as out of date and asks at once for what is in sight, in a background tab when it is opened again. The session
 * changes with users' records only. An answer that is under way is not waited for: it may be older than the change.
 */
function refresh(client: QueryClient, changed: ReadonlySet<Collection>, options?: InvalidateOptions): void {
  void client.invalidateQueries(
    {
      predicate: ({ queryKey }) =>
        queryKey[0] !== 'countries' && (queryKey[0] !== sessionQuery.queryKey[0] || changed.has('users')),
      refetchType: document.hidden ? 'none' : 'active',
    },
    options,
  )
}
