import { namedParams, useListUrlState } from '../../ui/list-url-state.ts'

/** The filters of the audit log as they were typed, by the parameter names of the endpoint. */
export const auditFilterNames = ['actor', 'subject', 'action', 'from', 'to'] as const
export type AuditFilter = Partial<Record<(typeof auditFilterNames)[number], string>>

/** The page, the filters and the open event of the audit log, in the URL. */
export function useAuditLogUrlState() {
  const { params, visit, go, cursor, openId, goOn, goBack } = useListUrlState('event')
  const filter = namedParams(params, auditFilterNames)
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    cursor,
    /** The number of the event whose details are shown. */
    openId,
    open: (id: string) => go({ event: id }, { visit }),
    close: () => go({ event: null }, { visit }),
    /** Other filters start at the newest page. */
    choose: (chosen: AuditFilter) =>
      go({
        ...Object.fromEntries(auditFilterNames.map((name) => [name, chosen[name]])),
        cursor: null,
        event: null,
      }),
    goOn,
    goBack,
  }
}

export type AuditLogUrlState = ReturnType<typeof useAuditLogUrlState>
