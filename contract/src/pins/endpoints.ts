import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { secretChangeLimit, usualLimit } from '../rate-limits.ts'
import { changePinForm, setPinForm } from './form.ts'
import { pinView } from './view.ts'

export const pinEndpoints = {
  readPin: endpoint({
    method: 'GET',
    path: '/api/me/pin',
    summary: 'Whether you have a transaction PIN',
    audience: { ...customer, withTemporarySecrets: true },
    limit: usualLimit,
    answer: pinView,
    status: 200,
    refusals: [],
  }),
  changePin: endpoint({
    method: 'PUT',
    path: '/api/me/pin',
    summary: 'Change your transaction PIN; this session gets a new cookie',
    audience: { ...customer, confirmed: 'recently', withTemporarySecrets: true },
    limit: { ...secretChangeLimit, triesSecret: true },
    body: changePinForm,
    status: 204,
    refusals: [
      'confirm_required',
      'current_pin_incorrect',
      'pin_expired',
      'pin_unchanged',
      'pin_locked',
      'too_many_attempts',
    ],
  }),
  setPin: endpoint({
    method: 'POST',
    path: '/api/me/pin',
    summary:
      'Set a transaction PIN when you have none or your temporary one has expired; this session gets a new cookie',
    audience: { ...customer, confirmed: 'recently', withTemporarySecrets: true },
    limit: secretChangeLimit,
    body: setPinForm,
    status: 204,
    refusals: ['confirm_required', 'pin_set', 'pin_unchanged', 'too_many_attempts'],
  }),
}
