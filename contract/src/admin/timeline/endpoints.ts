import { elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { userPath } from '../users/form.ts'
import { timelineQuery, userNote } from './form.ts'
import { timelinePage } from './view.ts'

export const timelineEndpoints = {
  listUserTimeline: endpoint({
    path: '/api/admin/users/:id/timeline',
    summary:
      'List the notes, reasons, messages, mails and entries of the audit log about a user, newest first',
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    query: timelineQuery,
    answer: timelinePage,
    refusals: ['user_id_missing', 'user_not_found'],
  }),
  writeUserNote: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/notes',
    summary: 'Write a note about a user, which only staff read; a repeat under the same id writes nothing',
    audience: elevatedStaffWho('write_notes'),
    params: userPath,
    body: userNote,
    refusals: ['user_id_missing', 'user_not_found'],
  }),
}
