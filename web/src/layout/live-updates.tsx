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
 * Draws nothing, and says now and then to whoever cannot see it that something has changed.
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
        // A page that has just come knows who is there.
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
        // A page that came drawn has asked nothing yet, and is refused when its session has ended on the way.
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

/** While nobody listens anything may change, even who is signed in in this browser. */
const anything: readonly Collection[] = ['transactions', 'users', 'settings']

/** Which of one's own transactions have come or changed: administrators hear of others' without their ids. */
function ownTransactions(changes: readonly Change[]): string[] {
  return changes.flatMap(({ collection, id }) => (collection === 'transactions' && id !== null ? [id] : []))
}

/** Once in ten seconds at most, however much happens: a screen reader is not to be talked over. */
const announcementMilliseconds = 10_000

function useAnnouncement(): { said: string; announce: () => void } {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    // What is said again must first be gone.
    const timer = setTimeout(() => setSaid(''), announcementMilliseconds)
    return () => clearTimeout(timer)
  }, [said])
  const announce = useCallback(() => setSaid('There is new activity on your account'), [])
  return { said, announce }
}

/**
 * Whatever has been asked of the bank may be out of date. What is in sight is asked for at once, unless nobody looks: then
 * when somebody does. Who one is changes with users' records only. An answer that is under way when something changes
 * is not waited for, for it may be older than the change.
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
