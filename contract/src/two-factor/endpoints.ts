import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { secretChangeLimit } from '../rate-limits.ts'
import { codeForm } from './form.ts'
import { enrolmentView, recoveryCodesView, twoFactorView } from './view.ts'

export const twoFactorEndpoints = {
  readTwoFactor: endpoint({
    path: '/api/me/two-factor',
    summary: 'Whether your login asks for a code, and how many recovery codes are left',
    audience: { ...customer, withoutSecondFactor: true },
    answer: twoFactorView,
  }),
  beginTwoFactor: endpoint({
    method: 'POST',
    path: '/api/me/two-factor/enrolment',
    summary: 'Get a TOTP secret for an authenticator app; it is shown once',
    audience: { ...customer, confirmed: 'this change', withoutSecondFactor: true },
    answer: enrolmentView,
    refusals: ['two_factor_on'],
  }),
  turnOnTwoFactor: endpoint({
    method: 'PUT',
    path: '/api/me/two-factor',
    summary:
      'Turn two-factor authentication on with the app’s first code; answers with recovery codes, and this session gets a new cookie',
    audience: { ...customer, confirmed: 'this change', withoutSecondFactor: true },
    limit: secretChangeLimit,
    body: codeForm,
    answer: recoveryCodesView,
    setsCookie: true,
    refusals: ['code_incorrect', 'enrolment_ended', 'two_factor_on'],
  }),
  turnOffTwoFactor: endpoint({
    method: 'DELETE',
    path: '/api/me/two-factor',
    summary: 'Turn two-factor authentication off; this session gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    setsCookie: true,
    refusals: ['two_factor_off'],
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/me/recovery-codes',
    summary:
      'Get ten new recovery codes; the earlier ones become invalid, and this session gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    answer: recoveryCodesView,
    setsCookie: true,
    refusals: ['two_factor_off'],
  }),
}
