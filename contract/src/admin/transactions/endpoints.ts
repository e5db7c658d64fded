import { ofAccount } from '../../accounts/form.ts'
import { elevatedStaffWho } from '../../audience.ts'
import { endpoint, filePieces } from '../../endpoint.ts'
import { accountReadLimit, exportLimit } from '../../rate-limits.ts'
import { historyQuery, transactionPath } from '../../transactions/form.ts'
import { transactionPage, transactionView } from '../../transactions/view.ts'
import { userPath } from '../users/form.ts'
import {
  fundingInstruction,
  statusChange,
  statusChanges,
  transactionFilter,
  transactionListQuery,
} from './form.ts'
import { statusPreview, statusResults, statusView, transactionList } from './view.ts'

export const adminTransactionEndpoints = {
  listAllTransactions: endpoint({
    path: '/api/admin/transactions',
    summary: 'List the transactions of all customers, newest or oldest first',
    audience: elevatedStaffWho('read_customers'),
    limit: accountReadLimit,
    query: transactionListQuery,
    answer: transactionList,
  }),
  downloadAllTransactions: endpoint({
    path: '/api/admin/transactions.csv',
    summary: 'Download the selected transactions of all customers as comma-separated values',
    audience: elevatedStaffWho('read_customers'),
    limit: exportLimit,
    query: transactionFilter,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    refusals: ['export_under_way'],
  }),
  setTransactionStatuses: endpoint({
    method: 'PUT',
    path: '/api/admin/transactions/statuses',
    summary: 'Set the status of several transactions, each by a change of its own',
    audience: elevatedStaffWho('settle'),
    body: statusChanges,
    answer: statusResults,
    refusals: ['transaction_id_missing'],
  }),
  listUserTransactions: endpoint({
    path: '/api/admin/users/:id/transactions',
    summary: 'Read the history of a user’s account as the user sees it, newest first',
    audience: elevatedStaffWho('read_customers'),
    limit: accountReadLimit,
    params: userPath,
    query: historyQuery,
    answer: transactionPage,
    refusals: ['user_id_missing', 'user_not_found', 'account_not_found'],
  }),
  fundAccount: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/fundings',
    summary: 'Fund an account of a customer from the bank’s settlement account',
    audience: elevatedStaffWho('fund'),
    params: userPath,
    query: ofAccount,
    body: fundingInstruction,
    answer: transactionView,
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
    ],
  }),
  previewStatus: endpoint({
    path: '/api/admin/transactions/:id/status',
    summary: 'Read what each change of a transaction’s status would do to the customers’ balances now',
    audience: elevatedStaffWho('settle'),
    params: transactionPath,
    answer: statusPreview,
    refusals: ['transaction_id_missing', 'transaction_not_found', 'own_account_edited'],
  }),
  setTransactionStatus: endpoint({
    method: 'PUT',
    path: '/api/admin/transactions/:id/status',
    summary: 'Set a transaction’s status, which moves its money',
    audience: elevatedStaffWho('settle'),
    params: transactionPath,
    body: statusChange,
    answer: statusView,
    refusals: [
      'transaction_id_missing',
      'transaction_not_found',
      'own_account_edited',
      'status_changed',
      'status_not_allowed',
      'account_closed',
      'amount_too_large',
      'balance_insufficient',
      'id_reused',
    ],
  }),
}
