import * as z from 'zod/mini'
import { anyone, customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, sessionCheckLimit, signInRates, usualLimit } from '../rate-limits.ts'
import { id } from '../rules/id.ts'
import { recoveryForm, secondStepForm } from '../two-factor/form.ts'
import { confirmationForm } from './confirmation-form.ts'
import { signInForm } from './form.ts'
import { demoPeopleView, sessionList, sessionView, signInView } from './view.ts'

/** What the ways to finish signing in have in common. */
const secondStep = {
  method: 'POST',
  audience: anyone,
  limit: { name: 'second-step', address: signInRates, triesSecret: true },
  answer: sessionView,
  setsCookie: true,
} as const

export const sessionEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/sessions',
    summary: 'Log in; with two-factor authentication on, the answer asks for a code',
    audience: anyone,
    limit: { name: 'login', address: signInRates },
    body: signInForm,
    answer: signInView,
    setsCookie: true,
    refusals: ['credentials_invalid', 'password_expired', 'accounts_closed'],
  }),
  signInWithCode: endpoint({
    ...secondStep,
    path: '/api/sessions/second-step',
    summary: 'Finish signing in with a code of the authenticator app',
    body: secondStepForm,
    refusals: ['code_incorrect', 'sign_in_ended', 'accounts_closed'],
  }),
  signInWithRecoveryCode: endpoint({
    ...secondStep,
    path: '/api/sessions/recovery',
    summary: 'Finish signing in with a recovery code, which is used up',
    body: recoveryForm,
    refusals: ['recovery_code_incorrect', 'sign_in_ended', 'accounts_closed'],
  }),
  checkSession: endpoint({
    path: '/api/sessions/current',
    summary: 'Read the current session; null when the caller is not logged in',
    audience: anyone,
    limit: sessionCheckLimit,
    answer: z.object({ session: z.nullable(sessionView) }),
  }),
  extendSession: endpoint({
    method: 'PUT',
    path: '/api/sessions/current',
    summary: 'Keep the session open',
    audience: { ...customer, withTemporarySecrets: true, withoutSecondFactor: true },
    answer: sessionView,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/sessions/current',
    summary: 'Log out',
    audience: anyone,
  }),
  confirmSession: endpoint({
    method: 'POST',
    path: '/api/sessions/current/confirmation',
    summary:
      'Confirm your identity before a protected change: the password and, with two-factor authentication on, a code or a recovery code',
    audience: { ...customer, withTemporarySecrets: true, withoutSecondFactor: true },
    // Each one is an audit event, and the log keeps them for ever.
    limit: { ...usualLimit, name: 'confirmation', success: [perHour(60)], triesSecret: true },
    body: confirmationForm,
    answer: sessionView,
    setsCookie: true,
    refusals: [
      'password_incorrect',
      'password_expired',
      'code_required',
      'code_incorrect',
      'recovery_code_incorrect',
      'confirm_required',
    ],
  }),
  listSessions: endpoint({
    path: '/api/sessions',
    summary: 'List your open sessions, the current one first',
    audience: customer,
    answer: sessionList,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/sessions/others',
    summary: 'End all your sessions except the current one',
    audience: { ...customer, confirmed: 'recently' },
  }),
  endOwnSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'End one of your sessions',
    audience: { ...customer, confirmed: 'recently' },
    params: z.object({ id: id('Session ID is required') }),
    refusals: ['session_not_found'],
  }),
  listDemoPeople: endpoint({
    path: '/api/demo-people',
    summary: 'List the users you can log in as in demo mode; 404 in any other mode',
    audience: anyone,
    answer: demoPeopleView,
    refusals: ['not_found'],
  }),
}
