import { elevatedStaffWho } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { outgoingMailQuery } from './form.ts'
import { outgoingMailPage } from './view.ts'

export const outboxEndpoints = {
  listOutgoingMail: endpoint({
    path: '/api/admin/outgoing-mail',
    summary:
      'List the bank’s mail and its delivery, newest first; links for the recipient alone are left out',
    audience: elevatedStaffWho('read_mail'),
    query: outgoingMailQuery,
    answer: outgoingMailPage,
  }),
}
