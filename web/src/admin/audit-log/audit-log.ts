import { auditLogFilter } from '@bank/contract/audit/form'
import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download } from '../../api/call.ts'
import { saveFile } from '../../api/save-file.ts'
import type { AuditFilter } from './audit-log-url-state.ts'

/** What is wrong with a filter, by its name. What stands in the address may be anything, and needs no answer to be seen as wrong. */
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

/** Fetches what is wanted of the audit log as a file and hands it to the browser to keep. Throws like `call`. */
export async function downloadAuditLog(filter: AuditFilter): Promise<void> {
  saveFile(await download(endpoints.downloadAuditLog, { query: filter }))
}
