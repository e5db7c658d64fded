import * as z from 'zod/mini'
import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { mailNoticeForm, mailNotices } from './form.ts'
import { mailNoticesView } from './view.ts'

export const mailNoticeEndpoints = {
  readMailNotices: endpoint({
    path: '/api/me/mail-notices',
    summary: 'Which notices about your money are mailed to you; security mail is not among them',
    audience: customer,
    answer: mailNoticesView,
  }),
  setMailNotice: endpoint({
    method: 'PUT',
    path: '/api/me/mail-notices/:notice',
    summary: 'Turn a notice on or off',
    audience: customer,
    params: z.object({ notice: z.enum(mailNotices) }),
    body: mailNoticeForm,
  }),
}
