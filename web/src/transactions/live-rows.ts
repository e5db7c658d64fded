import type { TransactionView } from '@bank/contract/transactions/view'
import { useEffect, useRef } from 'react'
import { useActivity } from '../live/activity.ts'
import type { HistoryPlace } from './history-url-state.ts'

type Rows = readonly TransactionView[]

/**
 * The rows of a page of the history while the bank goes on. What comes in at the newest page is tinted for a moment. While
 * somebody reads one transaction, or an older page, no row moves: `hasNews` says that there is something else to see.
 */
export function useLiveRows(
  place: HistoryPlace,
  fresh: Rows | undefined,
): { rows: Rows | undefined; hasNews: boolean } {
  const { cursor, openId, filter, limit } = place
  const activity = useActivity(JSON.stringify([cursor, filter, limit]))
  const isReading = openId !== undefined
  const seen = useRef<Rows>([])
  const rows = isReading && seen.current.length > 0 && fresh ? inPlace(seen.current, fresh) : fresh
  useEffect(() => {
    if (rows) seen.current = rows
  })
  useTint(activity, fresh)
  const hasNews = [...activity].some((id) => !rows?.some((row) => row.id === id))
  return { rows, hasNews: hasNews && (isReading || cursor !== undefined) }
}

/** The rows where they were, as they are now. Another page is another list. */
function inPlace(seen: Rows, fresh: Rows): Rows {
  const now = new Map(fresh.map((row) => [row.id, row]))
  return seen.some(({ id }) => now.has(id)) ? seen.map((row) => now.get(row.id) ?? row) : fresh
}

/** Tints the rows that have come or changed, once each time the list has been asked for again. */
function useTint(activity: ReadonlySet<string>, fresh: Rows | undefined): void {
  const before = useRef<Rows>(undefined)
  useEffect(() => {
    const old = new Map(before.current?.map((row) => [row.id, row.status]))
    for (const { id, status } of before.current ? (fresh ?? []) : []) {
      if (activity.has(id) && old.get(id) !== status) tint(id)
    }
    before.current = fresh
  }, [activity, fresh])
}

function tint(id: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  row?.addEventListener('animationend', () => row.classList.remove('animate-tint'), { once: true })
  row?.classList.add('animate-tint')
}
