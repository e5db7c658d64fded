import * as z from 'zod/mini'
import { anyone, customer, elevatedStaffWho } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { supportAnswer, supportForm, supportMessagePath, supportMessageQuery } from './form.ts'
import { ownMessageList, supportMessagePage } from './view.ts'

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
  listOwnMessages: endpoint({
    path: '/api/support-messages',
    summary: 'List the last messages that you wrote while you were logged in, with the answers, newest first',
    audience: customer,
    answer: ownMessageList,
  }),
  listSupportMessages: endpoint({
    path: '/api/admin/support-messages',
    summary: 'List the messages to the bank, all or of one state, newest first',
    audience: elevatedStaffWho('read_messages'),
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
  takeMessage: endpoint({
    method: 'PUT',
    path: '/api/admin/support-messages/:id/owner',
    summary: 'Take a message to the bank, so that no one else answers it',
    audience: elevatedStaffWho('answer_messages'),
    params: supportMessagePath,
    refusals: ['support_message_not_found', 'support_message_taken'],
  }),
  releaseMessage: endpoint({
    method: 'DELETE',
    path: '/api/admin/support-messages/:id/owner',
    summary: 'Give a message to the bank back, also one that another administrator has taken',
    audience: elevatedStaffWho('answer_messages'),
    params: supportMessagePath,
    refusals: ['support_message_not_found'],
  }),
  answerMessage: endpoint({
    method: 'POST',
    path: '/api/admin/support-messages/:id/answers',
    summary:
      'Answer a message to the bank by mail, and keep the text; a repeat under the same id sends nothing',
    audience: elevatedStaffWho('answer_messages'),
    // Each answer sends a mail.
    limit: { ...usualLimit, name: 'answer', success: [perHour(120)] },
    params: supportMessagePath,
    body: supportAnswer,
    refusals: ['support_message_not_found', 'support_message_taken', 'mails_too_many'],
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
