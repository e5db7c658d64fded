import { administrator, elevatedAdministrator } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { usualLimit } from '../../rate-limits.ts'
import { sessionView } from '../../sessions/view.ts'
import { newPasscodeForm, passcodeForm } from './form.ts'
import { passcodeChangeView } from './view.ts'

export const passcodeEndpoints = {
  enterPasscode: endpoint({
    method: 'POST',
    path: '/api/admin/passcode-entries',
    summary: 'Enter the passcode, which elevates this session',
    audience: administrator,
    limit: { ...usualLimit, triesSecret: true },
    body: passcodeForm,
    answer: sessionView,
    status: 201,
    refusals: ['second_factor_required', 'passcode_incorrect', 'too_many_attempts'],
  }),
  readPasscodeChange: endpoint({
    method: 'GET',
    path: '/api/admin/passcode',
    summary: 'Read when the passcode was last changed and by which administrator',
    audience: elevatedAdministrator,
    limit: usualLimit,
    answer: passcodeChangeView,
    status: 200,
    refusals: [],
  }),
  changePasscode: endpoint({
    method: 'PUT',
    path: '/api/admin/passcode',
    summary:
      'Change the passcode; this session gets a new cookie and stays elevated, all others lose elevation',
    audience: { ...administrator, elevated: 'recently' },
    limit: usualLimit,
    body: newPasscodeForm,
    answer: sessionView,
    status: 200,
    refusals: ['busy'],
  }),
}
