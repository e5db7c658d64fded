import { useLocation, useNavigate } from 'react-router'

type Visit = { trail?: readonly (string | null)[] } | null

/**
 * Where in a list for administrators one is: in the address, so that Back, a reload and a link lead to the same page and
 * open row. The bank's pages know only what follows them; the way back is kept with the visit.
 */
export function useRecordListUrlState() {
  const { search, state } = useLocation() as { search: string; state: Visit }
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const cursor = asked.get('cursor')
  const trail = state?.trail ?? []

  function go(to: string | null, openId: string | null, visit: Visit) {
    const next = new URLSearchParams({ ...(to && { cursor: to }), ...(openId && { open: openId }) })
    navigate({ search: next.size > 0 ? `?${next}` : '' }, { state: visit })
  }
  return {
    cursor: cursor ?? undefined,
    openId: asked.get('open') ?? undefined,
    open: (id: string) => go(cursor, id, state),
    close: () => go(cursor, null, state),
    goOn: (next: string) => go(next, null, { trail: [...trail, cursor] }),
    /** Absent on the newest page. */
    goBack: cursor === null ? undefined : () => go(trail.at(-1) ?? null, null, { trail: trail.slice(0, -1) }),
  }
}

export type RecordListUrlState = ReturnType<typeof useRecordListUrlState>
