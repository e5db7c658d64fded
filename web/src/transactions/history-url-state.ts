import { useLocation, useNavigate } from 'react-router'

/** The filters of a history as they were typed, by the parameter names of the endpoint. */
export const filterNames = ['q', 'type', 'status', 'from', 'to', 'minAmount', 'maxAmount'] as const
export type FilterName = (typeof filterNames)[number]
export type HistoryFilter = Partial<Record<FilterName, string>>

export const pageLengths = [20, 50, 100] as const

/** The state of a browser history entry: the cursors of the pages before, and whether a row was opened from the list. */
type Visit = { trail?: readonly (string | null)[]; opened?: boolean } | null

/**
 * The page, the filters and the open transaction, in the URL: Back, a reload and a link lead to the same view. A page of the
 * endpoint names only the next one; the cursors before are kept with the browser history entry. Without them the way back leads
 * to the newest page.
 */
export function useHistoryUrlState() {
  const { search, state } = useLocation() as { search: string; state: Visit }
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const cursor = params.get('cursor')
  const trail = state?.trail ?? []
  const filter = Object.fromEntries(
    filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  ) as HistoryFilter
  const openId = params.get('tx') ?? undefined

  /** Changes some parameters of the URL; empty ones are removed. */
  function go(
    changes: Readonly<Record<string, string | null | undefined>>,
    { visit = null, replace = false }: { visit?: Visit; replace?: boolean } = {},
  ) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate({ search: next.size > 0 ? `?${next}` : '' }, { state: visit, replace })
  }
  const turn = (to: string | null, newTrail: readonly (string | null)[]) =>
    go({ cursor: to, tx: null }, { visit: { trail: newTrail } })

  return {
    cursor: cursor ?? undefined,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    limit: pageLengths.find((length) => String(length) === params.get('limit')) ?? pageLengths[0],
    /** The transaction whose details are shown. */
    openId,
    goOn: (next: string) => turn(next, [...trail, cursor]),
    /** Absent on the newest page. */
    goBack: cursor === null ? undefined : () => turn(trail.at(-1) ?? null, trail.slice(0, -1)),
    /** Other filters start at the newest page. `replace` adds no history entry, for changes while the customer types. */
    choose: (changes: HistoryFilter, replace = false) =>
      go({ ...changes, cursor: null, tx: null }, { replace }),
    clear: () => go({ ...Object.fromEntries(filterNames.map((name) => [name, null])), cursor: null }),
    showRows: (limit: string) => go({ limit: limit === '20' ? null : limit, cursor: null, tx: null }),
    open: (id: string) =>
      openId === undefined
        ? go({ tx: id }, { visit: { ...state, opened: true } })
        : go({ tx: id }, { visit: state, replace: true }),
    close: () => (state?.opened ? navigate(-1) : go({ tx: null }, { visit: state, replace: true })),
  }
}

export type HistoryUrlState = ReturnType<typeof useHistoryUrlState>
