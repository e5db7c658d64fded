import { useLocation, useNavigate } from 'react-router'

/** What of the audit log is wanted, by the names the bank's endpoint has for it; as it was typed. */
export const auditFilterNames = ['actor', 'subject', 'action', 'from', 'to'] as const
export type AuditFilter = Partial<Record<(typeof auditFilterNames)[number], string>>

type Visit = { trail?: readonly (string | null)[] } | null

/**
 * Where in the audit log one is: in the address, so that Back, a reload and a link lead to the same page, filter and open
 * event. The bank's pages know only what follows them; the way back is kept with the visit.
 */
export function useAuditLogUrlState() {
  const { search, state } = useLocation() as { search: string; state: Visit }
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const cursor = asked.get('cursor')
  const trail = state?.trail ?? []
  const filter: AuditFilter = Object.fromEntries(
    auditFilterNames.flatMap((name) => (asked.get(name) ? [[name, asked.get(name)]] : [])),
  )

  /** The same place with some things changed; what is empty leaves the address. */
  function go(changes: Readonly<Record<string, string | null | undefined>>, visit: Visit = null) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate({ search: next.size > 0 ? `?${next}` : '' }, { state: visit })
  }
  const turn = (to: string | null, newTrail: readonly (string | null)[]) =>
    go({ cursor: to, event: null }, { trail: newTrail })

  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    cursor: cursor ?? undefined,
    /** The number of the event whose details are shown. */
    openId: asked.get('event') ?? undefined,
    open: (id: string) => go({ event: id }, state),
    close: () => go({ event: null }, state),
    /** Other filters begin at the newest page again. */
    choose: (wanted: AuditFilter) =>
      go({
        ...Object.fromEntries(auditFilterNames.map((name) => [name, wanted[name]])),
        cursor: null,
        event: null,
      }),
    goOn: (next: string) => turn(next, [...trail, cursor]),
    /** Absent on the newest page. */
    goBack: cursor === null ? undefined : () => turn(trail.at(-1) ?? null, trail.slice(0, -1)),
  }
}

export type AuditLogUrlState = ReturnType<typeof useAuditLogUrlState>
