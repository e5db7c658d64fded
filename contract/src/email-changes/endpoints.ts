import * as z from 'zod/mini'
import { anyone, customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, usualLimit } from '../rate-limits.ts'
import { emailCodeForm, emailToken, newEmailForm } from './form.ts'
import { emailView, pendingEmailView, replacedEmailView } from './view.ts'

/** For following a link that was mailed. */
const linkUse = {
  method: 'POST',
  audience: anyone,
  limit: { name: 'email-use', address: [perHour(30)] },
  body: emailToken,
  answer: replacedEmailView,
  refusals: ['email_link_invalid', 'email_taken'],
} as const

export const emailChangeEndpoints = {
  confirmCorrectedEmail: endpoint({
    ...linkUse,
    path: '/api/email-changes/uses',
    summary:
      'Confirm a new email with the token of the link mailed to it; works once and ends all sessions of the user',
  }),
  restoreEmail: endpoint({
    ...linkUse,
    path: '/api/email-changes/restorations',
    summary:
      'Take an email back that was changed less than 72 hours ago, with the token of the link mailed to it; works once and ends all sessions of the user',
  }),
  readEmail: endpoint({
    path: '/api/me/email',
    summary: 'Read your email, whether it is confirmed, and the new one that waits for its code',
    audience: customer,
    answer: emailView,
  }),
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/api/me/email/changes',
    summary: 'Request a new email; a code is mailed to it, and nothing changes until you enter the code',
    audience: { ...customer, confirmed: 'this change' },
    limit: { ...usualLimit, name: 'email-change', success: [perHour(5)] },
    body: newEmailForm,
    answer: pendingEmailView,
    setsCookie: true,
    refusals: ['email_unchanged', 'administrator_email_fixed', 'mails_too_many'],
  }),
  changeEmail: endpoint({
    method: 'PUT',
    path: '/api/me/email',
    summary:
      'Change your email with the code mailed to the new one; your other sessions end, this one gets a new cookie, and the old email gets a link that undoes the change for 72 hours',
    audience: customer,
    limit: {
      name: 'email-code',
      user: [perHour(30)],
      address: [perHour(60)],
      reads: 'rows',
      triesSecret: true,
    },
    body: emailCodeForm,
    setsCookie: true,
    refusals: ['email_code_incorrect', 'email_code_ended', 'email_taken', 'administrator_email_fixed'],
  }),
  sendConfirmationLink: endpoint({
    method: 'POST',
    path: '/api/me/email/confirmation-links',
    summary: 'Mail yourself another link that confirms your email; earlier links stay valid',
    audience: customer,
    limit: { ...usualLimit, name: 'confirmation-link', success: [perHour(3)] },
    refusals: ['email_confirmed_already', 'mails_too_many'],
  }),
  confirmOwnEmail: endpoint({
    method: 'PUT',
    path: '/api/me/email/confirmation',
    summary: 'Confirm your email with the token of the link mailed to it; a repeat changes nothing',
    audience: customer,
    limit: { name: 'own-email-use', user: [perHour(30)], address: [perHour(60)], reads: 'rows' },
    body: emailToken,
    answer: z.object({
      /** False when it was confirmed before. */
      isNew: z.boolean(),
    }),
    refusals: ['email_link_invalid', 'email_link_of_other_user', 'email_link_expired'],
  }),
}
