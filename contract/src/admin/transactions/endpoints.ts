import { ofAccount } from '../../accounts/form.ts'
import { elevatedAdministrator } from '../../audience.ts'
import { endpoint } from '../../endpoint.ts'
import { usualLimit } from '../../rate-limits.ts'
import { historyQuery, transactionPath } from '../../transactions/form.ts'
import { transactionPage, transactionView } from '../../transactions/view.ts'
import { userPath } from '../users/form.ts'
import { fundingInstruction, statusChange } from './form.ts'
import { statusPreview, statusView } from './view.ts'

export const adminTransactionEndpoints = {
  listUserTransactions: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id/transactions',
    summary: 'Read the history of a user’s account as the user sees it, newest first',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    query: historyQuery,
    answer: transactionPage,
    status: 200,
    refusals: ['user_id_missing', 'user_not_found', 'account_not_found'],
  }),
  fundAccount: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/fundings',
    summary: 'Fund an account of a customer from the bank’s settlement account',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: userPath,
    query: ofAccount,
    body: fundingInstruction,
    answer: transactionView,
    status: 201,
    refusals: [
      'user_id_missing',
      'transaction_id_missing',
      'user_not_found',
      'account_not_found',
      'own_account_edited',
      'funding_limit_exceeded',
      'account_closed',
      'amount_too_large',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
  previewStatus: endpoint({
    method: 'GET',
    path: '/api/admin/transactions/:id/status',
    summary: 'Read what each change of a transaction’s status would do to the customers’ balances now',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: transactionPath,
    answer: statusPreview,
    status: 200,
    refusals: ['transaction_id_missing', 'transaction_not_found', 'own_account_edited'],
  }),
  setTransactionStatus: endpoint({
    method: 'PUT',
    path: '/api/admin/transactions/:id/status',
    summary: 'Set a transaction’s status, which moves its money',
    audience: elevatedAdministrator,
    limit: usualLimit,
    params: transactionPath,
    body: statusChange,
    answer: statusView,
    status: 200,
    refusals: [
      'transaction_id_missing',
      'transaction_not_found',
      'own_account_edited',
      'status_changed',
      'account_closed',
      'amount_too_large',
      'balance_insufficient',
      'id_reused',
      'busy',
      'outcome_unknown',
    ],
  }),
}
