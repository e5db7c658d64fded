import { useLocation, useNavigate } from 'react-router'

/** What of a history is wanted, by the names the bank's endpoint has for it; as it was typed. */
export const filterNames = ['q', 'type', 'status', 'from', 'to', 'minAmount', 'maxAmount'] as const
export type FilterName = (typeof filterNames)[number]
export type HistoryFilter = Partial<Record<FilterName, string>>

export const pageLengths = [20, 50, 100] as const

type Visit = { trail?: readonly (string | null)[]; opened?: boolean } | null

/**
 * Where in the history one is: in the address, so that Back, a reload and a link lead to the same page, filter and open
 * transaction. The bank's pages know only what follows them; the way back is kept with the visit, and without it leads
 * to the newest page.
 */
export function useHistoryPlace() {
  const { search, state } = useLocation() as { search: string; state: Visit }
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const cursor = asked.get('cursor')
  const trail = state?.trail ?? []
  const filter = Object.fromEntries(
    filterNames.flatMap((name) => (asked.get(name) ? [[name, asked.get(name)]] : [])),
  ) as HistoryFilter
  const openId = asked.get('tx') ?? undefined

  /** The same place with some things changed; what is empty leaves the address. */
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
    limit: pageLengths.find((length) => String(length) === asked.get('limit')) ?? pageLengths[0],
    /** The transaction whose details are shown. */
    openId,
    goOn: (next: string) => turn(next, [...trail, cursor]),
    /** Absent on the newest page. */
    goBack: cursor === null ? undefined : () => turn(trail.at(-1) ?? null, trail.slice(0, -1)),
    /** Other filters begin at the newest page again. While somebody types, `replace` keeps the way back short. */
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

export type HistoryPlace = ReturnType<typeof useHistoryPlace>
