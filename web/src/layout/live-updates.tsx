import type { AccountView } from '@bank/contract/accounts/view'
import type { Change, Collection } from '@bank/contract/live/live-message'
import { type InvalidateOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { accountsQuery } from '../accounts/accounts.ts'
import { type AccountChoice, choiceOf } from '../api/chosen-account.ts'
import { type Activity, publishActivity } from '../live/activity.ts'
import { openLiveConnection } from '../live/live-connection.ts'
import { throttle } from '../live/throttle.ts'
import { sessionQuery } from '../sessions/session.ts'

/** A single change shows at once; a busy bank must not use up the caller's rate limits. */
const pauses = { first: 500, longest: 8_000 }

/** How often the visible queries are refetched while there is no live connection. */
const fallbackMilliseconds = 30_000

/**
 * Refetches the visible queries when the bank reports a change (specification §4, Live updates), and announces activity on the
 * account to screen readers.
 */
export function LiveUpdates() {
  const client = useQueryClient()
  const { text, announce } = useAnnouncement()
  useEffect(() => {
    let fallback: ReturnType<typeof setInterval> | undefined
    let hasListened = false
    const { add, cancel } = throttle<Collection>(pauses, (changed) => refresh(client, changed))
    const close = openLiveConnection({
      onListening: () => {
        clearInterval(fallback)
        fallback = undefined
        // A page that has just been opened has missed nothing.
        refresh(client, hasListened ? anything : [])
        hasListened = true
      },
      onChanges: (changes) => {
        const activity = ownTransactions(changes)
        publishActivity(activity)
        if (activity.length > 0)
          announce(announcementOf(activity, client.getQueryData(accountsQuery.queryKey)))
        add(...changes.map(({ collection }) => collection))
      },
      onLost: () => {
        // A server-rendered page has made no request yet: its session may have ended in the meantime.
        if (!hasListened && !fallback) void client.refetchQueries(sessionQuery)
        fallback ??= setInterval(
          () => refresh(client, anything, { cancelRefetch: false }),
          fallbackMilliseconds,
        )
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
      {text}
    </p>
  )
}

/** Without a live connection anything may have changed, even the user who is signed in to this browser. */
const anything: readonly Collection[] = ['transactions', 'users', 'settings']

/** The user's own transactions among the changes. Those of others, which administrators get too, have no id. */
function ownTransactions(changes: readonly Change[]): Activity[] {
  return changes.flatMap(({ collection, id, account }) =>
    collection === 'transactions' && id !== null ? [{ id, account }] : [],
  )
}

/** Names the accounts for a customer with several. Their list may not be loaded: then only a further account is named. */
function announcementOf(activity: readonly Activity[], accounts: readonly AccountView[] = []): string {
  const names = new Set(activity.map(({ account }) => nameOf(account, accounts)))
  return `There is new activity on ${[...names].join(' and ')}`
}

function nameOf(choice: AccountChoice, accounts: readonly AccountView[]): string {
  const account = accounts.length > 1 ? accounts.find((each) => choiceOf(each) === choice) : undefined
  const number = account?.number ?? choice
  const name = account?.name ?? 'your account'
  return number === undefined ? name : `${name} ending in ${number.slice(-4)}`
}

/** At most one sentence in ten seconds, so that a screen reader is not interrupted all the time. The others wait. */
const announcementMilliseconds = 10_000

function useAnnouncement(): { text: string; announce: (text: string) => void } {
  const [texts, setTexts] = useState<readonly string[]>([])
  const [text = ''] = texts
  useEffect(() => {
    if (text === '') return
    // The same text is announced again only after it was removed.
    const timer = setTimeout(() => setTexts(([, ...waiting]) => waiting), announcementMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  const announce = useCallback(
    (next: string) => setTexts((waiting) => (waiting.includes(next) ? waiting : [...waiting, next])),
    [],
  )
  return { text, announce }
}

/**
 * Marks all queries as stale and refetches the visible ones: at once, or when a background tab is opened again. The session changes
 * with users' records only. Requests under way are repeated: their answers may be older than the change.
 */
function refresh(client: QueryClient, changed: readonly Collection[], options?: InvalidateOptions): void {
  void client.invalidateQueries(
    {
      predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] || changed.includes('users'),
      refetchType: document.hidden ? 'none' : 'active',
    },
    options,
  )
}
