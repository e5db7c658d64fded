import * as z from 'zod/mini'
import { anyone, elevatedStaffWho } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour } from '../rate-limits.ts'
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
  }),
  listSupportMessages: endpoint({
    path: '/api/admin/support-messages',
    summary: 'List the messages to the bank, all or of one state, newest first',
    audience: elevatedStaffWho('answer_messages'),
    query: supportMessageQuery,
    answer: supportMessagePage,
  }),
  markAnswered: endpoint({
    method: 'PUT',
    path: '/api/admin/support-messages/:id/answered',
    summary: 'Mark a message to the bank as answered',
    audience: elevatedStaffWho('answer_messages'),
    params: supportMessagePath,
    refusals: ['support_message_not_found'],
  }),
  reopenMessage: endpoint({
    method: 'DELETE',
    path: '/api/admin/support-messages/:id/answered',
    summary: 'Mark a message to the bank as open again',
    audience: elevatedStaffWho('answer_messages'),
    params: supportMessagePath,
    refusals: ['support_message_not_found'],
  }),
}
