import { auditLogFilter } from '@bank/contract/audit/form'
import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download } from '../../api/call.ts'
import { saveFile } from '../../api/save-file.ts'
import type { AuditFilter } from './audit-log-url-state.ts'

/** The errors about filters, by name. The URL may hold anything; an invalid filter is found without a request. */
export function auditFilterReasons(filter: AuditFilter): Partial<Record<string, string>> {
  const { error } = auditLogFilter.safeParse(filter)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

/** A page of the audit log, newest first. */
export function auditLogQuery(filter: AuditFilter, cursor: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'audit-log', filter, cursor],
    queryFn: ({ signal }) => call(endpoints.listAuditEvents, { query: { ...filter, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Downloads the filtered audit log as a file. Throws like `call`. */
export async function downloadAuditLog(filter: AuditFilter): Promise<void> {
  saveFile(await download(endpoints.downloadAuditLog, { query: filter }))
}
