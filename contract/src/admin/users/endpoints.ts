import * as z from 'zod/mini'
import { elevatedAdministrator } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { profileCorrection } from '../../profile/form.ts'
import { perHour, usualLimit } from '../../rate-limits.ts'
import { registrationForm } from '../../registration/form.ts'
import { userListQuery, userPath } from './form.ts'
import { userDetailsView, userPage } from './view.ts'

export const userEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'List the users, newest first, or search them by email',
    audience: elevatedAdministrator,
    limit: usualLimit,
    query: userListQuery,
    answer: userPage,
    status: 200,
    refusals: [],
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Create a user with an account; the user is not signed in',
    audience: elevatedAdministrator,
    limit: usualLimit,
    body: registrationForm,
    answer: z.object({ id: z.uuid() }),
    status: 201,
    refusals: [
      'email_taken',
      'password_too_common',
      'password_breached',
      'country_unknown',
      'age_too_low',
      'busy',
    ],
  }),
  readUser: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id',
    summary: 'Read a user’s profile, account and balance',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    answer: userDetailsView,
    status: 200,
    refusals: ['user_id_missing', 'user_not_found'],
  }),
  correctProfile: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/profile',
    summary:
      'Correct a user’s details, with a reason; a new email takes effect when the user confirms it with the link mailed to it',
    audience: elevatedAdministrator,
    // Each correction sends a mail.
    limit: { ...usualLimit, name: 'correction', success: [perHour(60)] },
    params: userPath,
    body: profileCorrection,
    status: 204,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'country_unknown',
      'age_too_low',
      'email_taken',
      'administrator_email_fixed',
      'profile_outdated',
      'too_many_attempts',
    ],
  }),
  sendResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/password-reset',
    summary: 'Mail a user a link to choose a new password; the link is shown to no administrator',
    audience: elevatedAdministrator,
    limit: { ...usualLimit, name: 'reset-link', success: [perHour(60)] },
    params: userPath,
    status: 204,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'email_change_pending',
      'email_changed_recently',
      'too_many_attempts',
    ],
  }),
  signOutUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    summary: 'End all sessions of a user, for example when a device is lost',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    status: 204,
    refusals: ['user_id_missing', 'user_not_found', 'own_account_edited'],
  }),
  activateAccount: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/activation',
    summary: 'Activate a customer’s account',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    status: 204,
    refusals: ['user_id_missing', 'user_not_found', 'own_account_edited'],
  }),
  deactivateAccount: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/activation',
    summary: 'Deactivate a customer’s account',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    status: 204,
    refusals: ['user_id_missing', 'user_not_found', 'own_account_edited', 'last_active_administrator'],
  }),
}
