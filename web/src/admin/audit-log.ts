import { endpoints } from '@bank/contract/endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, download } from '../api/call.ts'
import { keepFile } from '../api/keep-file.ts'
import type { AuditFilter } from './audit-log-place.ts'

/** A page of the audit log, newest first. */
export function auditLogQuery(filter: AuditFilter, cursor: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'audit-log', filter, cursor],
    queryFn: ({ signal }) =>
      // What stands in the address may be anything: the bank says what is wrong with it.
      call(endpoints.listAuditEvents, { query: { ...filter, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Fetches what is wanted of the audit log as a file and hands it to the browser to keep. Throws like `call`. */
export async function downloadAuditLog(filter: AuditFilter): Promise<void> {
  keepFile(await download(endpoints.downloadAuditLog, { query: filter }))
}
