import * as z from 'zod/mini'
import { anyone, elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { supportForm, supportMessagePath, supportMessageQuery } from './form.ts'
import { supportMessagePage } from './view.ts'

export const supportEndpoints = {
  writeToSupport: endpoint({
    method: 'POST',
    path: '/api/support-messages',
    summary: 'Send a message to the bank, signed in or not',
    audience: anyone,
    limit: { name: 'support', address: [perHour(20)] },
    body: supportForm,
    answer: z.object({ reference: z.string() }),
    status: 201,
    refusals: ['too_many_attempts'],
  }),
  listSupportMessages: endpoint({
    method: 'GET',
    path: '/api/admin/support-messages',
    summary: 'List the messages to the bank, all or of one state, newest first',
    audience: elevatedAdministrator,
    limit: usualLimit,
    query: supportMessageQuery,
    answer: supportMessagePage,
    status: 200,
    refusals: [],
  }),
  markAnswered: endpoint({
    method: 'PUT',
    path: '/api/admin/support-messages/:id/answered',
    summary: 'Mark a message to the bank as answered',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: supportMessagePath,
    status: 204,
    refusals: ['support_message_not_found'],
  }),
  reopenMessage: endpoint({
    method: 'DELETE',
    path: '/api/admin/support-messages/:id/answered',
    summary: 'Mark a message to the bank as open again',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: supportMessagePath,
    status: 204,
    refusals: ['support_message_not_found'],
  }),
}
