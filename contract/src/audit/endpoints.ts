import { customer, elevatedStaffWho } from '../audience.ts'
import { endpoint, filePieces } from '../endpoint.ts'
import { exportLimit } from '../rate-limits.ts'
import { auditLogFilter, auditLogQuery, securityEventQuery } from './form.ts'
import { auditLogPage, ownEventList, securityEventPage } from './view.ts'

export const auditEndpoints = {
  listOwnEvents: endpoint({
    path: '/api/me/events',
    summary: 'List the last 50 events about you, newest first',
    audience: customer,
    answer: ownEventList,
  }),
  listAuditEvents: endpoint({
    path: '/api/admin/audit-events',
    summary: 'Read the audit log, newest first',
    audience: elevatedStaffWho('read_audit'),
    query: auditLogQuery,
    answer: auditLogPage,
  }),
  listSecurityEvents: endpoint({
    path: '/api/admin/security-events',
    summary: 'List what was refused for security reasons in the last 90 days, newest first',
    audience: elevatedStaffWho('read_audit'),
    query: securityEventQuery,
    answer: securityEventPage,
  }),
  downloadAuditLog: endpoint({
    path: '/api/admin/audit-events.csv',
    summary: 'Download the audit log as comma-separated values',
    audience: elevatedStaffWho('read_audit'),
    limit: exportLimit,
    query: auditLogFilter,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    refusals: ['export_under_way'],
  }),
}
