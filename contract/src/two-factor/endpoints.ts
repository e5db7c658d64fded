import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { secretChangeLimit, usualLimit } from '../rate-limits.ts'
import { codeForm } from './form.ts'
import { enrolmentView, recoveryCodesView, twoFactorView } from './view.ts'

export const twoFactorEndpoints = {
  readTwoFactor: endpoint({
    method: 'GET',
    path: '/api/me/two-factor',
    summary: 'Whether your sign-in asks for a code, and how many recovery codes are left',
    audience: customer,
    limit: usualLimit,
    answer: twoFactorView,
    status: 200,
    refusals: [],
  }),
  beginTwoFactor: endpoint({
    method: 'POST',
    path: '/api/me/two-factor/enrolment',
    summary: 'Get a TOTP secret for an authenticator app; it is shown once',
    audience: { ...customer, confirmed: 'recently' },
    limit: usualLimit,
    answer: enrolmentView,
    status: 201,
    refusals: ['confirm_required', 'two_factor_on'],
  }),
  turnOnTwoFactor: endpoint({
    method: 'PUT',
    path: '/api/me/two-factor',
    summary:
      'Turn two-factor authentication on with the app’s first code; answers with recovery codes, and this session gets a new cookie',
    audience: { ...customer, confirmed: 'recently' },
    limit: secretChangeLimit,
    body: codeForm,
    answer: recoveryCodesView,
    status: 200,
    refusals: ['confirm_required', 'code_incorrect', 'enrolment_ended', 'two_factor_on', 'too_many_attempts'],
  }),
  turnOffTwoFactor: endpoint({
    method: 'DELETE',
    path: '/api/me/two-factor',
    summary: 'Turn two-factor authentication off; this session gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    status: 204,
    refusals: ['confirm_required', 'two_factor_off', 'too_many_attempts'],
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/me/recovery-codes',
    summary:
      'Get ten new recovery codes; the earlier ones become invalid, and this session gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    answer: recoveryCodesView,
    status: 201,
    refusals: ['confirm_required', 'two_factor_off', 'too_many_attempts'],
  }),
}
