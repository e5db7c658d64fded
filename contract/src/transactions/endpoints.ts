import { ofAccount } from '../accounts/form.ts'
import { accountHolder, holderOfAccounts } from '../audience.ts'
import { endpoint, filePieces } from '../endpoint.ts'
import { accountReadLimit, exportLimit } from '../rate-limits.ts'
import { transactionPath } from '../rules/id.ts'
import { dailyFlowsQuery, historyFilter, historyQuery, monthlyFlowsQuery, noteForm } from './form.ts'
import { flowsView, historyTotals, transactionDetailsView, transactionPage } from './view.ts'

export const transactionEndpoints = {
  listTransactions: endpoint({
    path: '/api/transactions',
    summary: 'Read your history, of one account or, with account=all, of all your accounts together',
    audience: holderOfAccounts,
    limit: accountReadLimit,
    query: historyQuery,
    answer: transactionPage,
  }),
  downloadHistory: endpoint({
    path: '/api/transactions.csv',
    summary: 'Download your history as comma-separated values, newest first, of any length',
    audience: holderOfAccounts,
    limit: exportLimit,
    query: historyFilter,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    refusals: ['export_under_way'],
  }),
  sumTransactions: endpoint({
    path: '/api/transaction-totals',
    summary: 'Money in and money out of the selected rows of your history',
    audience: holderOfAccounts,
    limit: accountReadLimit,
    query: historyFilter,
    answer: historyTotals,
  }),
  readTransaction: endpoint({
    path: '/api/transactions/:id',
    summary: 'Read one of your transactions, with all its statuses',
    audience: accountHolder,
    params: transactionPath,
    query: ofAccount,
    answer: transactionDetailsView,
    refusals: ['transaction_id_missing', 'transaction_not_found'],
  }),
  downloadReceipt: endpoint({
    path: '/api/transactions/:id/receipt.pdf',
    summary: 'Download the receipt of one of your transactions as a PDF, with its present status',
    audience: accountHolder,
    limit: exportLimit,
    params: transactionPath,
    query: ofAccount,
    answer: filePieces,
    answerType: 'application/pdf',
    refusals: ['transaction_id_missing', 'transaction_not_found', 'export_under_way'],
  }),
  writeNote: endpoint({
    method: 'PUT',
    path: '/api/transactions/:id/note',
    summary: 'Write a note on a transaction that only you see; an empty note removes it',
    audience: accountHolder,
    params: transactionPath,
    query: ofAccount,
    body: noteForm,
    refusals: ['transaction_id_missing', 'transaction_not_found'],
  }),
  listMonthlyFlows: endpoint({
    path: '/api/me/monthly-flows',
    summary: 'Money in and money out of your account by month',
    audience: accountHolder,
    limit: accountReadLimit,
    query: monthlyFlowsQuery,
    answer: flowsView,
  }),
  listDailyFlows: endpoint({
    path: '/api/me/daily-flows',
    summary: 'Money in and money out of your account by day',
    audience: accountHolder,
    limit: accountReadLimit,
    query: dailyFlowsQuery,
    answer: flowsView,
  }),
}
