import { elevatedStaffWho, staffWho } from '../../audience.ts'
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
    audience: staffWho('administer'),
    limit: { ...usualLimit, triesSecret: true },
    body: passcodeForm,
    answer: sessionView,
    setsCookie: true,
    refusals: ['second_factor_required', 'passcode_incorrect'],
  }),
  readPasscodeChange: endpoint({
    path: '/api/admin/passcode',
    summary: 'Read when the passcode was last changed and by which administrator',
    audience: elevatedStaffWho('change_passcode'),
    answer: passcodeChangeView,
  }),
  changePasscode: endpoint({
    method: 'PUT',
    path: '/api/admin/passcode',
    summary:
      'Change the passcode; this session gets a new cookie and stays elevated, all others lose elevation',
    audience: { ...staffWho('change_passcode'), elevated: 'recently' },
    body: newPasscodeForm,
    answer: sessionView,
    setsCookie: true,
  }),
}
