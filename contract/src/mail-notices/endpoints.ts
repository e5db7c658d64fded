import * as z from 'zod/mini'
import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { mailNoticeForm, mailNotices } from './form.ts'
import { mailNoticesView } from './view.ts'

export const mailNoticeEndpoints = {
  readMailNotices: endpoint({
    method: 'GET',
    path: '/api/me/mail-notices',
    summary: 'Which notices about your money are mailed to you; security mail is not among them',
    audience: customer,
    limit: usualLimit,
    answer: mailNoticesView,
    status: 200,
    refusals: [],
  }),
  setMailNotice: endpoint({
    method: 'PUT',
    path: '/api/me/mail-notices/:notice',
    summary: 'Turn a notice on or off',
    audience: customer,
    limit: usualLimit,
    params: z.object({ notice: z.enum(mailNotices) }),
    body: mailNoticeForm,
    status: 204,
    refusals: [],
  }),
}
