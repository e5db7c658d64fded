import * as z from 'zod/mini'
import { fundingInstruction, passcodeForm, statusChange } from './administrator-forms.ts'
import { avatarRules } from './avatar-rules.ts'
import { endpoint, fileBytes, filePieces } from './endpoint.ts'
import { historyQuery } from './history-query.ts'
import { id } from './id-rule.ts'
import { monthlyFlowsView } from './monthly-flows-view.ts'
import { noteForm } from './note-form.ts'
import { registrationForm } from './registration-form.ts'
import { sessionList } from './session-list-view.ts'
import { changePasswordForm, changePinForm, confirmationForm } from './settings-forms.ts'
import { signInForm } from './sign-in-form.ts'
import { periodFields, periodRule } from './statement-period.ts'
import { statementView } from './statement-view.ts'
import { supportForm } from './support-form.ts'
import { transactionDetailsView } from './transaction-details-view.ts'
import { transferInstruction } from './transfer-form.ts'
import {
  countryView,
  demoPeopleView,
  meView,
  sessionView,
  transactionPage,
  transactionView,
  transferReceipt,
} from './views.ts'

const userId = z.object({ id: id('User ID is required') })
const sessionId = z.object({ id: id('Session ID is required') })
const transactionId = z.object({ id: id('Transaction ID is required') })

const periodQuery = z.object(periodFields).check(periodRule)

/** Every endpoint of the bank, once. */
export const endpoints = {
  register: endpoint({
    method: 'POST',
    path: '/api/registrations',
    summary: 'Open an account and sign in',
    body: registrationForm,
    answer: sessionView,
    status: 201,
    refusals: ['email_taken', 'password_too_common', 'country_unknown', 'too_many_attempts'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/sessions',
    summary: 'Sign in',
    body: signInForm,
    answer: sessionView,
    status: 201,
    refusals: ['credentials_invalid', 'too_many_attempts'],
  }),
  checkSession: endpoint({
    method: 'GET',
    path: '/api/sessions/current',
    summary: 'Who is signed in, if anybody',
    answer: z.object({ session: z.nullable(sessionView) }),
    status: 200,
    refusals: [],
  }),
  extendSession: endpoint({
    method: 'PUT',
    path: '/api/sessions/current',
    summary: 'Stay signed in',
    answer: sessionView,
    status: 200,
    refusals: [],
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/sessions/current',
    summary: 'Sign out',
    status: 204,
    refusals: [],
  }),
  confirmSession: endpoint({
    method: 'POST',
    path: '/api/sessions/current/confirmation',
    summary: 'Show the password again, before a change that asks for it',
    body: confirmationForm,
    answer: sessionView,
    status: 201,
    refusals: ['password_incorrect', 'too_many_attempts'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'One’s own open sessions, this one first',
    answer: sessionList,
    status: 200,
    refusals: [],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/sessions/others',
    summary: 'End every session of one’s own but this one',
    status: 204,
    refusals: ['confirm_required'],
  }),
  endOwnSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'End one session of one’s own',
    params: sessionId,
    status: 204,
    refusals: ['confirm_required', 'session_not_found'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/me/password',
    summary: 'Change one’s password; other sessions end, this one gets a new cookie',
    body: changePasswordForm,
    status: 204,
    refusals: ['confirm_required', 'password_too_common', 'too_many_attempts', 'busy'],
  }),
  changePin: endpoint({
    method: 'PUT',
    path: '/api/me/pin',
    summary: 'Change one’s transaction PIN; this session gets a new cookie',
    body: changePinForm,
    status: 204,
    refusals: ['confirm_required', 'current_pin_incorrect', 'pin_locked', 'too_many_attempts'],
  }),
  readMe: endpoint({
    method: 'GET',
    path: '/api/me',
    summary: 'One’s own profile, account and balance',
    answer: meView,
    status: 200,
    refusals: [],
  }),
  setAvatar: endpoint({
    method: 'PUT',
    path: '/api/me/avatar',
    summary: 'Show another picture of oneself',
    body: fileBytes,
    file: avatarRules,
    answer: z.object({ avatar: z.string() }),
    status: 200,
    refusals: ['image_missing', 'image_too_large', 'image_unreadable'],
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/api/me/avatar',
    summary: 'Show one’s initials again',
    status: 204,
    refusals: [],
  }),
  readAvatar: endpoint({
    method: 'GET',
    path: '/api/avatars/:id',
    summary: 'A picture of oneself or, for administrators at their work, of anybody',
    params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
    answer: fileBytes,
    answerType: 'image/webp',
    status: 200,
    refusals: ['avatar_not_found', 'validation'],
  }),
  sendTransfer: endpoint({
    method: 'POST',
    path: '/api/transfers',
    summary: 'Send money to a beneficiary',
    body: transferInstruction,
    answer: transferReceipt,
    status: 201,
    refusals: [
      'transaction_id_missing',
      'account_inactive',
      'pin_incorrect',
      'pin_locked',
      'limit_exceeded',
      'amount_too_large',
      'balance_insufficient',
      'currency_different',
      'own_account',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
  listTransactions: endpoint({
    method: 'GET',
    path: '/api/transactions',
    summary: 'One’s own history, newest first',
    query: historyQuery,
    answer: transactionPage,
    status: 200,
    refusals: [],
  }),
  readTransaction: endpoint({
    method: 'GET',
    path: '/api/transactions/:id',
    summary: 'One transaction of one’s own, with its statuses',
    params: transactionId,
    answer: transactionDetailsView,
    status: 200,
    refusals: ['transaction_id_missing', 'transaction_not_found'],
  }),
  readStatement: endpoint({
    method: 'GET',
    path: '/api/statement',
    summary: 'One’s own statement over a period, proved, and a page of its lines, oldest first',
    query: z
      .object({
        ...periodFields,
        limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 50),
        cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
      })
      .check(periodRule),
    answer: statementView,
    status: 200,
    refusals: ['statement_unreconciled'],
  }),
  downloadStatementCsv: endpoint({
    method: 'GET',
    path: '/api/statement.csv',
    summary: 'One’s own statement over a period as comma-separated values',
    query: periodQuery,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    status: 200,
    refusals: ['statement_unreconciled', 'export_under_way'],
  }),
  listMonthlyFlows: endpoint({
    method: 'GET',
    path: '/api/me/monthly-flows',
    summary: 'What came in and went out of one’s own account, month by month',
    query: z.object({ months: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)), 6) }),
    answer: monthlyFlowsView,
    status: 200,
    refusals: [],
  }),
  writeNote: endpoint({
    method: 'PUT',
    path: '/api/transactions/:id/note',
    summary: 'Write down something about a transaction, for oneself alone; an empty note is taken away',
    params: transactionId,
    body: noteForm,
    status: 204,
    refusals: ['transaction_id_missing', 'transaction_not_found'],
  }),
  writeToSupport: endpoint({
    method: 'POST',
    path: '/api/support-messages',
    summary: 'Write to the bank, signed in or not',
    body: supportForm,
    answer: z.object({ reference: z.string() }),
    status: 201,
    refusals: ['too_many_attempts'],
  }),
  listCountries: endpoint({
    method: 'GET',
    path: '/api/countries',
    summary: 'The countries of the world, by name or by ISO code',
    query: z.object({ sort: z._default(z.enum(['name', 'isoCode']), 'name') }),
    answer: z.array(countryView),
    status: 200,
    refusals: [],
  }),
  readCountry: endpoint({
    method: 'GET',
    path: '/api/countries/:isoCode',
    summary: 'One country by its two-letter ISO code',
    params: z.object({ isoCode: z.string() }),
    answer: countryView,
    status: 200,
    refusals: ['country_not_found'],
  }),
  listDemoPeople: endpoint({
    method: 'GET',
    path: '/api/demo-people',
    summary: 'Who can be tried in demo mode; not found outside it',
    answer: demoPeopleView,
    status: 200,
    refusals: ['not_found'],
  }),
  enterPasscode: endpoint({
    method: 'POST',
    path: '/api/admin/passcode-entries',
    summary: 'Open administrator’s work for this session',
    body: passcodeForm,
    answer: sessionView,
    status: 201,
    refusals: ['passcode_incorrect', 'too_many_attempts'],
  }),
  activateAccount: endpoint({
    method: 'PUT',
    path: '/api/admin/users/:id/activation',
    summary: 'Activate a customer’s account',
    params: userId,
    status: 204,
    refusals: ['user_id_missing', 'user_not_found', 'own_account_edited'],
  }),
  deactivateAccount: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/:id/activation',
    summary: 'Deactivate a customer’s account',
    params: userId,
    status: 204,
    refusals: ['user_id_missing', 'user_not_found', 'own_account_edited'],
  }),
  fundAccount: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/fundings',
    summary: 'Fund a customer’s account from the bank’s settlement account',
    params: userId,
    body: fundingInstruction,
    answer: transactionView,
    status: 201,
    refusals: [
      'user_id_missing',
      'transaction_id_missing',
      'user_not_found',
      'own_account_edited',
      'limit_exceeded',
      'amount_too_large',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
  setTransactionStatus: endpoint({
    method: 'PUT',
    path: '/api/admin/transactions/:id/status',
    summary: 'Set a transaction’s status; the money follows',
    params: transactionId,
    body: statusChange,
    answer: z.object({ id: z.uuid(), status: z.enum(['pending', 'success', 'failed']) }),
    status: 200,
    refusals: [
      'transaction_id_missing',
      'transaction_not_found',
      'own_account_edited',
      'amount_too_large',
      'balance_insufficient',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
}

export type EndpointName = keyof typeof endpoints
