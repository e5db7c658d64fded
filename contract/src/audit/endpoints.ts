import { elevatedAdministrator } from '../audience.ts'
import { endpoint, filePieces } from '../endpoint.ts'
import { exportLimit, usualLimit } from '../rate-limits.ts'
import { auditLogFilter, auditLogQuery } from './form.ts'
import { auditLogPage } from './view.ts'

export const auditEndpoints = {
  listAuditEvents: endpoint({
    method: 'GET',
    path: '/api/admin/audit-events',
    summary: 'Read the audit log, newest first',
    audience: elevatedAdministrator,
    limit: usualLimit,
    query: auditLogQuery,
    answer: auditLogPage,
    status: 200,
    refusals: [],
  }),
  downloadAuditLog: endpoint({
    method: 'GET',
    path: '/api/admin/audit-events.csv',
    summary: 'Download the audit log as comma-separated values',
    audience: elevatedAdministrator,
    limit: exportLimit,
    query: auditLogFilter,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    status: 200,
    refusals: ['export_under_way', 'busy'],
  }),
}
