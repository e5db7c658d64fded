import * as z from 'zod/mini'
import { anyone, elevatedAdministrator } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { registrationEndpoints } from '../registration/endpoints.ts'
import { sessionEndpoints } from '../sessions/endpoints.ts'
import { signInForm } from '../sessions/form.ts'
import { sessionView } from '../sessions/view.ts'
import { pendingRegistrationView, registrationRest, registrationStart } from './pending-registration.ts'

const userDocuments = '/v1/databases/truedb/collections/users/documents'

export const pendingRegistrationEndpoints = {
  beginRegistration: endpoint({
    method: 'POST',
    path: '/v1/account',
    summary: 'Begin a registration with email and password; it is pending until it is completed',
    audience: anyone,
    limit: registrationEndpoints.register.limit,
    body: registrationStart,
    answer: pendingRegistrationView,
    status: 201,
    refusals: [
      'email_taken',
      'user_id_taken',
      'password_too_common',
      'password_breached',
      'too_many_attempts',
    ],
  }),
  resumeRegistration: endpoint({
    method: 'POST',
    path: '/v1/account/sessions/email',
    summary: 'Sign in to a pending registration',
    audience: anyone,
    limit: sessionEndpoints.signIn.limit,
    body: signInForm,
    answer: pendingRegistrationView,
    status: 201,
    refusals: ['credentials_invalid', 'too_many_attempts'],
  }),
  endPendingSession: endpoint({
    method: 'DELETE',
    path: '/v1/account/sessions/current',
    summary: 'Sign out of a pending registration, which stays pending',
    audience: anyone,
    limit: usualLimit,
    status: 204,
    refusals: [],
  }),
  completeRegistration: endpoint({
    method: 'POST',
    path: userDocuments,
    summary: 'Complete your pending registration: open the account and sign in',
    audience: anyone,
    limit: usualLimit,
    body: registrationRest,
    answer: sessionView,
    status: 201,
    refusals: ['signed_out', 'email_taken', 'user_id_taken', 'country_unknown', 'age_too_low'],
  }),
  createPendingUser: endpoint({
    method: 'POST',
    path: userDocuments,
    summary: 'Create the user of a pending registration; the user is not signed in',
    audience: elevatedAdministrator,
    limit: usualLimit,
    body: registrationRest,
    answer: z.object({ id: z.uuid() }),
    status: 201,
    refusals: ['user_not_found', 'email_taken', 'user_id_taken', 'country_unknown', 'age_too_low'],
  }),
}
