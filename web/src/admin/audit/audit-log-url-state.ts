import { namedParams, useListUrlState } from '../../ui/list-url-state.ts'

/** The filters of the audit log as they were typed, by the parameter names of the endpoint. */
export const auditFilterNames = ['actor', 'subject', 'action', 'from', 'to'] as const
export type AuditFilter = Partial<Record<(typeof auditFilterNames)[number], string>>

/** The page, the filters and the open event of the audit log, in the URL. */
export function useAuditLogUrlState() {
  const list = useListUrlState('event')
  const filter = namedParams(list.params, auditFilterNames)
  return {
    ...list,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    /** Other filters start at the newest page. */
    choose: (chosen: AuditFilter) =>
      list.go({
        ...Object.fromEntries(auditFilterNames.map((name) => [name, chosen[name]])),
        cursor: null,
        event: null,
      }),
  }
}

export type AuditLogUrlState = ReturnType<typeof useAuditLogUrlState>
