import { anyone } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour } from '../rate-limits.ts'
import { passwordResetRequest, resetPasswordForm } from './form.ts'

export const passwordResetEndpoints = {
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/password-resets',
    summary: 'Request a reset link by mail; the answer is the same whether or not the email has an account',
    audience: anyone,
    // The database counts as well: three links an hour for each email.
    limit: { name: 'reset', address: [perHour(10)] },
    body: passwordResetRequest,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/password-resets/uses',
    summary:
      'Set a new password with the token of a reset link; works once and ends all sessions of the user',
    audience: anyone,
    limit: { name: 'reset-use', address: [perHour(30)] },
    body: resetPasswordForm,
    refusals: ['reset_link_invalid', 'password_too_common', 'password_breached', 'password_unchanged'],
  }),
}
