import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { changePasswordForm } from '../passwords/new-password.ts'
import { secretChangeLimit } from '../rate-limits.ts'

export const settingsEndpoints = {
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/me/password',
    summary: 'Change your password; your other sessions end and this one gets a new cookie',
    audience: { ...customer, confirmed: 'this change', withTemporarySecrets: true },
    limit: secretChangeLimit,
    body: changePasswordForm,
    setsCookie: true,
    refusals: ['password_too_common', 'password_breached', 'password_unchanged'],
  }),
}
