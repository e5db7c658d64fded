import { useLocation, useNavigate } from 'react-router'

/** The state of a browser history entry: the cursors of the pages before, and whether a row was opened from the list. */
type Visit = { trail?: readonly (string | null)[]; opened?: boolean } | null

/**
 * The page of a list and its open row or the open dialog, in the URL: Back, a reload and a link lead to the same view. A page of an endpoint names
 * only the next one; the cursors before are kept with the browser history entry. Without them the way back leads to the newest
 * page. `openParam` is the URL parameter of the open row.
 */
export function useListUrlState(openParam = 'open') {
  const { search, state: visit } = useLocation() as { search: string; state: Visit }
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const cursor = params.get('cursor')
  const trail = visit?.trail ?? []

  /** Changes some parameters of the URL; empty ones are removed. `replace` adds no history entry. */
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
    go({ cursor: to, [openParam]: null }, { visit: { trail: newTrail } })

  return {
    params,
    visit,
    go,
    cursor: cursor ?? undefined,
    openId: params.get(openParam) ?? undefined,
    open: (id: string) => go({ [openParam]: id }, { visit }),
    close: () => go({ [openParam]: null }, { visit }),
    /** Opens it over the present view, which `leave` and the phone's Back lead back to. What a link has opened is closed. */
    openOver: (id: string) => go({ [openParam]: id }, { visit: { ...visit, opened: true } }),
    leave: () => (visit?.opened ? navigate(-1) : go({ [openParam]: null }, { visit, replace: true })),
    /** How many pages are known to be before this one. */
    pagesBefore: trail.length,
    goOn: (next: string) => turn(next, [...trail, cursor]),
    /** Absent on the newest page. */
    goBack: cursor === null ? undefined : () => turn(trail.at(-1) ?? null, trail.slice(0, -1)),
  }
}

export type ListUrlState = ReturnType<typeof useListUrlState>

/** The parameters of a URL with one of these names, without the empty ones. */
export function namedParams<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const entries = names.map((name) => [name, params.get(name)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value)) as Partial<Record<Name, string>>
}
