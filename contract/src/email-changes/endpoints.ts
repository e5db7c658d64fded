import { anyone } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour } from '../rate-limits.ts'
import { emailConfirmation } from './form.ts'

export const emailChangeEndpoints = {
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/email-changes/uses',
    summary:
      'Confirm a new email with the token of the link mailed to it; works once and ends all sessions of the user',
    audience: anyone,
    limit: { name: 'email-use', address: [perHour(30)] },
    body: emailConfirmation,
    status: 204,
    refusals: ['email_link_invalid', 'email_taken', 'too_many_attempts'],
  }),
}
