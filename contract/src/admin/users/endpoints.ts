import * as z from 'zod/mini'
import { ofAccount } from '../../accounts/form.ts'
import { accountView } from '../../accounts/view.ts'
import { elevatedStaffWho } from '../../audience.ts'
import { endpoint, filePieces } from '../../endpoint.ts'
import { guardList } from '../../guards/view.ts'
import { potList } from '../../pots/view.ts'
import { profileCorrection } from '../../profile/form.ts'
import { exportLimit, perHour, usualLimit } from '../../rate-limits.ts'
import { registrationForm } from '../../registration/form.ts'
import { reasonForm } from '../../rules/reason.ts'
import { periodQuery } from '../../statements/form.ts'
import {
  accountOpeningForUser,
  activationChanges,
  activationInstruction,
  deactivationInstruction,
  emailCheckForm,
  receiptPath,
  userFilter,
  userListQuery,
  userPath,
} from './form.ts'
import { activationResults, userDetailsView, userPage } from './view.ts'

/** What the endpoints that change the state of an account have in common. */
const switching = {
  method: 'PUT',
  audience: elevatedStaffWho('activate'),
  params: userPath,
  query: ofAccount,
  refusals: ['user_id_missing', 'user_not_found', 'account_not_found', 'own_account_edited'],
} as const

/** What the downloads of a customer's statement have in common. */
const statementOfUser = {
  audience: elevatedStaffWho('read_customers'),
  limit: exportLimit,
  params: userPath,
  query: periodQuery,
  answer: filePieces,
  refusals: [
    'user_id_missing',
    'user_not_found',
    'account_not_found',
    'statement_unreconciled',
    'export_under_way',
  ],
} as const

export const userEndpoints = {
  listUsers: endpoint({
    path: '/api/admin/users',
    summary: 'List the users, newest first, or search them by email, name or account number',
    audience: elevatedStaffWho('read_customers'),
    query: userListQuery,
    answer: userPage,
  }),
  downloadUsers: endpoint({
    path: '/api/admin/users.csv',
    summary: 'Download the users as comma-separated values, newest first',
    audience: elevatedStaffWho('read_customers'),
    limit: exportLimit,
    query: userFilter,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    refusals: ['export_under_way'],
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    summary: 'Create a user with an account; the user is not logged in',
    audience: elevatedStaffWho('create_users'),
    body: registrationForm,
    answer: z.object({ id: z.uuid() }),
    refusals: ['email_taken', 'password_too_common', 'password_breached', 'country_unknown', 'age_too_low'],
  }),
  readUser: endpoint({
    path: '/api/admin/users/:id',
    summary: 'Read a user’s profile, accounts and balances',
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    answer: userDetailsView,
    refusals: ['user_id_missing', 'user_not_found'],
  }),
  correctProfile: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/profile',
    summary:
      'Correct a user’s details, with a reason; a new email takes effect when the user confirms it with the link mailed to it',
    audience: elevatedStaffWho('correct'),
    // Each correction sends a mail.
    limit: { ...usualLimit, name: 'correction', success: [perHour(60)] },
    params: userPath,
    body: profileCorrection,
    mayWait: true,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'country_unknown',
      'age_too_low',
      'email_taken',
      'administrator_email_fixed',
      'profile_outdated',
      'approvals_too_many',
    ],
  }),
  confirmEmailOfUser: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/email-confirmation',
    summary: 'Confirm the email of a user, with a reason that only the audit log shows',
    audience: elevatedStaffWho('confirm_email'),
    params: userPath,
    body: emailCheckForm,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'profile_outdated',
      'email_confirmed_already',
    ],
  }),
  listPotsOfUser: endpoint({
    path: '/api/admin/users/:id/pots',
    summary: 'List the open pots of a user’s account, oldest first',
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    query: ofAccount,
    answer: potList,
    refusals: ['user_id_missing', 'user_not_found', 'account_not_found'],
  }),
  listGuardsOfUser: endpoint({
    path: '/api/admin/users/:id/guards',
    summary: 'List the limits of what a user sends, and how much of them is used, for each currency',
    audience: elevatedStaffWho('read_customers'),
    params: userPath,
    answer: guardList,
    refusals: ['user_id_missing', 'user_not_found'],
  }),
  downloadStatementCsvOfUser: endpoint({
    ...statementOfUser,
    path: '/api/admin/users/:id/statement.csv',
    summary: 'Download the statement of a customer’s account as comma-separated values',
    answerType: 'text/csv; charset=utf-8',
  }),
  downloadStatementPdfOfUser: endpoint({
    ...statementOfUser,
    path: '/api/admin/users/:id/statement.pdf',
    summary: 'Download the statement of a customer’s account as a PDF of at most 10,000 lines',
    answerType: 'application/pdf',
    refusals: [...statementOfUser.refusals, 'statement_too_long'],
  }),
  downloadReceiptOfUser: endpoint({
    path: '/api/admin/users/:id/receipts/:transactionId',
    summary: 'Download the receipt of a transaction of a customer’s account as a PDF',
    audience: elevatedStaffWho('read_customers'),
    limit: exportLimit,
    params: receiptPath,
    query: ofAccount,
    answer: filePieces,
    answerType: 'application/pdf',
    refusals: [
      'user_id_missing',
      'user_not_found',
      'account_not_found',
      'transaction_id_missing',
      'transaction_not_found',
      'export_under_way',
    ],
  }),
  sendResetLink: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/password-reset',
    summary: 'Mail a user a link to choose a new password; the link is shown to no administrator',
    audience: elevatedStaffWho('reset_sign_in'),
    limit: { ...usualLimit, name: 'reset-link', success: [perHour(60)] },
    params: userPath,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'email_not_confirmed',
      'email_change_pending',
      'email_changed_recently',
    ],
  }),
  offerPinRecovery: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/pin-recovery',
    summary:
      'Mail a user a link to choose a new PIN, with a reason; the user still needs the password, and the link or a code',
    audience: elevatedStaffWho('reset_sign_in'),
    limit: { ...usualLimit, name: 'reset-link', success: [perHour(60)] },
    params: userPath,
    body: reasonForm,
    refusals: ['user_id_missing', 'user_not_found', 'email_unsettled'],
  }),
  unlockPin: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/pin-unlocking',
    summary: 'Unlock the PIN of a user after wrong ones, with a reason; the user gets a mail',
    audience: elevatedStaffWho('reset_sign_in'),
    limit: { ...usualLimit, name: 'reset-link', success: [perHour(60)] },
    params: userPath,
    body: reasonForm,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'pin_not_locked',
      'pin_unlocked_often',
    ],
  }),
  resetTwoFactorOfUser: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/two-factor-reset',
    summary:
      'Turn two-factor off for a user who has lost the authenticator, with a reason; for 24 hours the bank limits what they send',
    audience: elevatedStaffWho('reset_sign_in'),
    limit: { ...usualLimit, name: 'reset-link', success: [perHour(60)] },
    params: userPath,
    body: reasonForm,
    mayWait: true,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'administrator_two_factor_kept',
      'two_factor_off',
      'two_factor_changed',
      'staff_deactivated',
      'approvals_too_many',
    ],
  }),
  signOutUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    summary: 'End all sessions of a user, for example when a device is lost',
    audience: elevatedStaffWho('reset_sign_in'),
    params: userPath,
    refusals: ['user_id_missing', 'user_not_found', 'own_account_edited'],
  }),
  activateAccount: endpoint({
    ...switching,
    path: '/api/admin/users/:id/activation',
    summary:
      'Activate an account of a customer, or undo its deactivation; a repeat under the same id changes nothing',
    body: activationInstruction,
    refusals: [...switching.refusals, 'account_state_changed', 'staff_account_kept'],
  }),
  deactivateAccount: endpoint({
    ...switching,
    path: '/api/admin/users/:id/deactivation',
    summary:
      'Deactivate an account of a customer, with a reason that only the audit log shows, or undo its activation',
    body: deactivationInstruction,
    refusals: [
      ...switching.refusals,
      'account_inactive_already',
      'account_state_changed',
      'last_active_administrator',
      'staff_account_kept',
    ],
  }),
  declineActivation: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/activation-decline',
    summary:
      'Decline the activation that a new customer waits for, with a reason that the customer reads; the account stays inactive until it is activated',
    audience: elevatedStaffWho('activate'),
    params: userPath,
    body: reasonForm,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'account_not_waiting',
      'staff_account_kept',
    ],
  }),
  setActivations: endpoint({
    method: 'PUT',
    path: '/api/admin/activations',
    summary:
      'Activate the waiting main accounts of several users, each by a change of its own, or undo such activations',
    audience: elevatedStaffWho('activate'),
    body: activationChanges,
    answer: activationResults,
  }),
  closeAccountOfUser: endpoint({
    ...switching,
    path: '/api/admin/users/:id/closing',
    summary:
      'Close an empty account of a customer by the customer’s own rules, with a reason that only the audit log shows',
    body: reasonForm,
    refusals: [
      ...switching.refusals,
      'account_closed',
      'account_inactive',
      'payments_frozen',
      'administrator_account_kept',
      'main_account_closes_last',
      'account_has_pots',
      'account_has_pending',
      'account_has_hold',
      'account_not_empty',
    ],
  }),
  openAccountOfUser: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/accounts',
    summary:
      'Open a further account for a customer, with a reason; the same id with the same contents opens one',
    audience: elevatedStaffWho('activate'),
    params: userPath,
    body: accountOpeningForUser,
    answer: accountView,
    refusals: [
      'user_id_missing',
      'user_not_found',
      'own_account_edited',
      'account_inactive',
      'account_closed',
      'accounts_too_many',
      'opening_id_reused',
    ],
  }),
  reopenAccount: endpoint({
    ...switching,
    path: '/api/admin/users/:id/reopening',
    summary: 'Open a closed account of a customer again, with a reason that only the audit log shows',
    body: reasonForm,
    mayWait: true,
    refusals: [...switching.refusals, 'account_open_already', 'main_account_closed', 'approvals_too_many'],
  }),
}
