import { useLocation, useNavigate } from 'react-router'

type Visit = { trail?: readonly (string | null)[] } | null

/** Where among the users one is: in the address. The way back to earlier pages is kept with the visit. */
export function useUsersUrlState() {
  const { search, state } = useLocation() as { search: string; state: Visit }
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const email = asked.get('email') ?? ''
  const cursor = asked.get('cursor')
  const trail = state?.trail ?? []

  function go(to: { email: string; cursor: string | null }, visit: Visit, replace = false) {
    const next = new URLSearchParams()
    if (to.email) next.set('email', to.email)
    if (to.cursor) next.set('cursor', to.cursor)
    navigate({ search: next.size > 0 ? `?${next}` : '' }, { state: visit, replace })
  }

  return {
    email,
    cursor: cursor ?? undefined,
    /** How many pages are known to stand before this one. */
    pagesBefore: trail.length,
    /** While somebody types, the way back stays short. */
    search: (text: string) => go({ email: text, cursor: null }, null, true),
    goOn: (next: string) => go({ email, cursor: next }, { trail: [...trail, cursor] }),
    /** Absent on the newest page. */
    goBack:
      cursor === null
        ? undefined
        : () => go({ email, cursor: trail.at(-1) ?? null }, { trail: trail.slice(0, -1) }),
  }
}
