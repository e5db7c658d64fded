import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, secretChangeLimit, usualLimit } from '../rate-limits.ts'
import { changePinForm, recoverPinForm, setPinForm } from './form.ts'
import { pinRecoveredView, pinRecoveryView, pinView } from './view.ts'

export const pinEndpoints = {
  readPin: endpoint({
    path: '/api/me/pin',
    summary: 'Whether you have a transaction PIN',
    audience: { ...customer, withTemporarySecrets: true },
    answer: pinView,
  }),
  changePin: endpoint({
    method: 'PUT',
    path: '/api/me/pin',
    summary: 'Change your transaction PIN; this session gets a new cookie',
    audience: { ...customer, confirmed: 'recently', withTemporarySecrets: true },
    limit: { ...secretChangeLimit, triesSecret: true },
    body: changePinForm,
    setsCookie: true,
    refusals: ['current_pin_incorrect', 'pin_expired', 'pin_unchanged', 'pin_locked'],
  }),
  setPin: endpoint({
    method: 'POST',
    path: '/api/me/pin',
    summary:
      'Set a transaction PIN when you have none or your temporary one has expired; this session gets a new cookie',
    audience: { ...customer, confirmed: 'recently', withTemporarySecrets: true },
    limit: secretChangeLimit,
    body: setPinForm,
    setsCookie: true,
    refusals: ['pin_set', 'pin_unchanged'],
  }),
  readPinRecovery: endpoint({
    path: '/api/me/pin/recovery',
    summary: 'How you can choose a new PIN when you have forgotten yours',
    audience: customer,
    answer: pinRecoveryView,
  }),
  requestPinLink: endpoint({
    method: 'POST',
    path: '/api/me/pin/recovery-links',
    summary: 'Request a link by mail to choose a new PIN',
    audience: { ...customer, confirmed: 'recently' },
    // The database counts as well: three links an hour for each email.
    limit: { ...usualLimit, name: 'pin-link', user: [perHour(10)] },
    refusals: ['pin_recovery_unavailable'],
  }),
  recoverPin: endpoint({
    method: 'POST',
    path: '/api/me/pin/recoveries',
    summary:
      'Choose a new PIN without the old one: with the password, and a code of two-factor authentication or the token of a mailed link; ends your other sessions, and this one gets a new cookie',
    audience: { ...customer, confirmed: 'this change' },
    limit: secretChangeLimit,
    body: recoverPinForm,
    setsCookie: true,
    answer: pinRecoveredView,
    refusals: ['pin_recovery_unavailable', 'reset_link_invalid'],
  }),
}
