import * as z from 'zod/mini'
import { anyone, elevatedStaffWho } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { registrationEndpoints } from '../../registration/endpoints.ts'
import { sessionEndpoints } from '../../sessions/endpoints.ts'
import { signInForm } from '../../sessions/form.ts'
import { sessionView } from '../../sessions/view.ts'
import { registrationRest, registrationStart } from './form.ts'
import { pendingRegistrationView } from './view.ts'

const secondStep = {
  method: 'POST',
  path: '/v1/databases/truedb/collections/users/documents',
  body: registrationRest,
} as const

export const pendingRegistrationEndpoints = {
  beginRegistration: endpoint({
    method: 'POST',
    path: '/v1/account',
    summary: 'Begin a registration with email and password; it is pending until it is completed',
    audience: anyone,
    limit: registrationEndpoints.register.limit,
    body: registrationStart,
    answer: pendingRegistrationView,
    refusals: ['email_taken', 'user_id_taken', 'password_too_common', 'password_breached'],
  }),
  resumeRegistration: endpoint({
    method: 'POST',
    path: '/v1/account/sessions/email',
    summary: 'Log in to a pending registration',
    audience: anyone,
    limit: sessionEndpoints.signIn.limit,
    body: signInForm,
    answer: pendingRegistrationView,
    setsCookie: true,
    refusals: ['credentials_invalid'],
  }),
  endPendingSession: endpoint({
    method: 'DELETE',
    path: '/v1/account/sessions/current',
    summary: 'Log out of a pending registration, which stays pending',
    audience: anyone,
  }),
  completeRegistration: endpoint({
    ...secondStep,
    summary: 'Complete your pending registration: open the account and log in',
    audience: anyone,
    answer: sessionView,
    setsCookie: true,
    refusals: ['signed_out', 'email_taken', 'user_id_taken', 'country_unknown', 'age_too_low'],
  }),
  createPendingUser: endpoint({
    ...secondStep,
    summary: 'Create the user of a pending registration; the user is not logged in',
    audience: elevatedStaffWho('create_users'),
    answer: z.object({ id: z.uuid() }),
    refusals: ['user_not_found', 'email_taken', 'user_id_taken', 'country_unknown', 'age_too_low'],
  }),
}
