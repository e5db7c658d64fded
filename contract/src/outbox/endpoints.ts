import { elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { adminListQuery } from '../rules/admin-list.ts'
import { outgoingMailPage } from './view.ts'

export const outboxEndpoints = {
  listOutgoingMail: endpoint({
    method: 'GET',
    path: '/api/admin/outgoing-mail',
    summary:
      'List the bank’s mail and its delivery, newest first; links for the recipient alone are left out',
    audience: elevatedAdministrator,
    limit: usualLimit,
    query: adminListQuery,
    answer: outgoingMailPage,
    status: 200,
    refusals: [],
  }),
}
