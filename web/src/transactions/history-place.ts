import { useLocation, useNavigate } from 'react-router'

type Trail = { trail?: readonly (string | null)[] } | null

/**
 * Where in the history one is: in the address, so that Back, a reload and a link lead to the same page. The bank's
 * pages know only what follows them; the way back is kept with the visit, and without it leads to the newest page.
 */
export function useHistoryPlace() {
  const { search, state } = useLocation() as { search: string; state: Trail }
  const navigate = useNavigate()
  const cursor = new URLSearchParams(search).get('cursor')
  const trail = state?.trail ?? []

  function go(to: string | null, newTrail: readonly (string | null)[]) {
    navigate(
      { search: to === null ? '' : `?${new URLSearchParams({ cursor: to })}` },
      { state: { trail: newTrail } },
    )
  }

  return {
    cursor: cursor ?? undefined,
    goOn: (next: string) => go(next, [...trail, cursor]),
    /** Absent on the newest page. */
    goBack: cursor === null ? undefined : () => go(trail.at(-1) ?? null, trail.slice(0, -1)),
  }
}
