import * as z from 'zod/mini'
import { moment } from '../answer-formats.ts'
import { anyone, customer, elevatedStaffWho } from '../audience.ts'
import { endpoint, fileBytes } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { adminListQuery } from '../rules/admin-list.ts'
import { caseFileRules } from './case-file.ts'
import { caseEntry, caseFilePath, caseFileQuery, casePath, newCase } from './form.ts'
import { caseLists } from './states.ts'
import { casePage, caseView, ownCaseList } from './view.ts'

const notFound = 'support_message_not_found'
/** Of each act of staff: no one acts on their own case. */
const actRefusals = [notFound, 'own_account_edited'] as const

/** Selects a page of the cases, of a list or all of them. */
const caseQuery = z.extend(adminListQuery, {
  list: z.optional(z.enum(caseLists, 'Choose due, waiting or closed')),
  /** `nextCursor` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(100))),
})

/** Storing files, of a customer and of staff. */
const attaching = {
  method: 'PUT',
  limit: { name: 'attach', user: [perHour(60)], address: [perHour(240)], reads: 'rows' },
  params: caseFilePath,
  query: caseFileQuery,
  body: fileBytes,
  file: caseFileRules,
  refusals: [
    notFound,
    'file_missing',
    'file_too_large',
    'file_unreadable',
    'case_files_too_large',
    'case_entry_too_old',
    'id_reused',
  ],
} as const

export const supportEndpoints = {
  writeToSupport: endpoint({
    method: 'POST',
    path: '/api/support-messages',
    summary: 'Send a message to the bank, logged in or not; a repeat under the same id sends nothing',
    audience: anyone,
    limit: { name: 'support', address: [perHour(20)] },
    body: newCase,
    answer: z.object({
      id: z.uuid(),
      reference: z.string(),
      /** Until when the bank answers; null for a repeat of a message that it has answered or closed. */
      dueAt: z.nullable(moment),
    }),
    refusals: ['transaction_not_found', 'id_reused'],
  }),
  listOwnCases: endpoint({
    path: '/api/support-messages',
    summary: 'List the last messages that you wrote while you were logged in, with the answers, newest first',
    audience: customer,
    answer: ownCaseList,
  }),
  replyToSupport: endpoint({
    method: 'POST',
    path: '/api/support-messages/:id/entries',
    summary:
      'Write again under one of your messages, which opens it again; a repeat under the same id writes nothing',
    audience: customer,
    limit: { ...usualLimit, name: 'reply', success: [perHour(30)] },
    params: casePath,
    body: caseEntry,
    refusals: [notFound, 'case_full', 'id_reused'],
  }),
  attachOwnFile: endpoint({
    ...attaching,
    path: '/api/support-files/:id',
    summary: 'Add a PNG, JPEG or PDF to what you wrote in the last hour',
    audience: customer,
  }),
  readCaseFile: endpoint({
    path: '/api/support-files/:id',
    summary: 'Download a file of one of your messages or, with the passcode entered, of any message',
    audience: customer,
    params: caseFilePath,
    answer: fileBytes,
    // Whatever it is, no browser shows it.
    answerType: 'application/octet-stream',
    refusals: ['file_not_found'],
  }),
  listCases: endpoint({
    path: '/api/admin/support-messages',
    summary: 'List the messages to the bank: those that are due, by their deadlines, or others, newest first',
    audience: elevatedStaffWho('read_messages'),
    query: caseQuery,
    answer: casePage,
  }),
  readCase: endpoint({
    path: '/api/admin/support-messages/:id',
    summary: 'Read a message to the bank with its answers, notes and files',
    audience: elevatedStaffWho('read_messages'),
    params: casePath,
    answer: caseView,
    refusals: [notFound],
  }),
  takeCase: endpoint({
    method: 'PUT',
    path: '/api/admin/support-messages/:id/owner',
    summary: 'Take a message to the bank, so that no one else answers it',
    audience: elevatedStaffWho('answer_messages'),
    params: casePath,
    refusals: [...actRefusals, 'support_message_taken'],
  }),
  releaseCase: endpoint({
    method: 'DELETE',
    path: '/api/admin/support-messages/:id/owner',
    summary: 'Give a message to the bank back, also one that another member of staff has taken',
    audience: elevatedStaffWho('answer_messages'),
    params: casePath,
    refusals: actRefusals,
  }),
  answerCase: endpoint({
    method: 'POST',
    path: '/api/admin/support-messages/:id/answers',
    summary:
      'Answer a message to the bank by mail, and keep the text; a repeat under the same id sends nothing',
    audience: elevatedStaffWho('answer_messages'),
    // Each answer sends a mail.
    limit: { ...usualLimit, name: 'answer', success: [perHour(120)] },
    params: casePath,
    body: caseEntry,
    refusals: [...actRefusals, 'support_message_taken', 'mails_too_many', 'case_full', 'id_reused'],
  }),
  writeCaseNote: endpoint({
    method: 'POST',
    path: '/api/admin/support-messages/:id/notes',
    summary: 'Write a note under a message to the bank, which only staff read',
    audience: elevatedStaffWho('answer_messages'),
    params: casePath,
    body: caseEntry,
    refusals: [...actRefusals, 'case_full', 'id_reused'],
  }),
  attachFile: endpoint({
    ...attaching,
    path: '/api/admin/support-files/:id',
    summary: 'Add a PNG, JPEG or PDF to your answer or note of the last hour',
    audience: elevatedStaffWho('answer_messages'),
    refusals: [...attaching.refusals, 'case_files_unread'],
  }),
  closeCase: endpoint({
    method: 'PUT',
    path: '/api/admin/support-messages/:id/closed',
    summary: 'Close a message to the bank; the customer opens it again by writing',
    audience: elevatedStaffWho('answer_messages'),
    params: casePath,
    refusals: [...actRefusals, 'dispute_undecided'],
  }),
  reopenCase: endpoint({
    method: 'DELETE',
    path: '/api/admin/support-messages/:id/closed',
    summary: 'Open a message to the bank again, with a new deadline',
    audience: elevatedStaffWho('answer_messages'),
    params: casePath,
    refusals: actRefusals,
  }),
}
