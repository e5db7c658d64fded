import type { HistoryRow } from '@bank/contract/transactions/view'
import { useEffect, useRef } from 'react'
import { useHistoryChoice } from '../api/chosen-account.ts'
import { useActivity } from '../live/activity.ts'
import type { HistoryUrlState } from './history-url-state.ts'

type Rows = readonly HistoryRow[]

/**
 * The rows of a page of the history under live updates. Changes on the newest page are highlighted briefly. While a transaction
 * is open or an older page is shown no row moves; `hasHiddenChanges` says that there are changes which are not shown.
 */
export function useLiveRows(
  urlState: HistoryUrlState,
  fresh: Rows | undefined,
): { rows: Rows | undefined; hasHiddenChanges: boolean } {
  const { cursor, openId, filter, order, limit } = urlState
  const activity = useActivity(useHistoryChoice(), JSON.stringify([cursor, filter, order, limit]))
  const isReading = openId !== undefined
  const seen = useRef<Rows>([])
  const rows = isReading && seen.current.length > 0 && fresh ? updated(seen.current, fresh) : fresh
  useEffect(() => {
    if (rows) seen.current = rows
  })
  useHighlight(activity, fresh)
  const isHidden = [...activity].some((id) => !isShown(id, rows, fresh))
  return { rows, hasHiddenChanges: isHidden && (isReading || cursor !== undefined) }
}

/** Whether a transaction is among the rows, with each row that the latest request gave it. */
function isShown(transactionId: string, rows: Rows = [], fresh: Rows = []): boolean {
  const ids = new Set(rows.map(({ id }) => id))
  const own = [...rows, ...fresh].filter((row) => row.transactionId === transactionId)
  return own.length > 0 && own.every(({ id }) => ids.has(id))
}

/** The seen rows in their order, with their present values. Without a common row it is another page, shown as it is. */
function updated(seen: Rows, fresh: Rows): Rows {
  const now = new Map(fresh.map((row) => [row.id, row]))
  return seen.some(({ id }) => now.has(id)) ? seen.map((row) => now.get(row.id) ?? row) : fresh
}

/** Highlights the rows that are new or changed, once after each request of the list. */
function useHighlight(activity: ReadonlySet<string>, fresh: Rows | undefined): void {
  const before = useRef<Rows>(undefined)
  useEffect(() => {
    const old = new Map(before.current?.map((row) => [row.id, row.status]))
    for (const { id, transactionId, status } of before.current ? (fresh ?? []) : []) {
      if (activity.has(transactionId) && old.get(id) !== status) highlight(id)
    }
    before.current = fresh
  }, [activity, fresh])
}

function highlight(id: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  row?.addEventListener('animationend', () => row.classList.remove('animate-tint'), { once: true })
  row?.classList.add('animate-tint')
}
