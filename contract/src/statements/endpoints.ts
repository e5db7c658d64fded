import { customer } from '../audience.ts'
import { endpoint, filePieces } from '../endpoint.ts'
import { exportLimit, usualLimit } from '../rate-limits.ts'
import { dailyBalancesQuery, periodQuery, statementQuery } from './form.ts'
import { dailyBalancesView, statementView } from './view.ts'

export const statementEndpoints = {
  readStatement: endpoint({
    method: 'GET',
    path: '/api/statement',
    summary: 'Read your statement for a period, reconciled, with a page of its lines, oldest first',
    audience: customer,
    limit: usualLimit,
    query: statementQuery,
    answer: statementView,
    status: 200,
    refusals: ['statement_unreconciled'],
  }),
  listDailyBalances: endpoint({
    method: 'GET',
    path: '/api/me/balances',
    summary: 'The balance of your account at the end of each of the last days',
    audience: customer,
    limit: usualLimit,
    query: dailyBalancesQuery,
    answer: dailyBalancesView,
    status: 200,
    refusals: [],
  }),
  downloadStatementCsv: endpoint({
    method: 'GET',
    path: '/api/statement.csv',
    summary: 'Download your statement for a period as comma-separated values',
    audience: customer,
    limit: exportLimit,
    query: periodQuery,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    status: 200,
    refusals: ['statement_unreconciled', 'export_under_way', 'busy'],
  }),
  downloadStatementOfx: endpoint({
    method: 'GET',
    path: '/api/statement.ofx',
    summary: 'Download your statement for a period as OFX 2.2, for accounting programs',
    audience: customer,
    limit: exportLimit,
    query: periodQuery,
    answer: filePieces,
    answerType: 'application/x-ofx',
    status: 200,
    refusals: ['statement_unreconciled', 'export_under_way', 'busy'],
  }),
  downloadStatementPdf: endpoint({
    method: 'GET',
    path: '/api/statement.pdf',
    summary: 'Download your statement for a period as a PDF of at most 10,000 lines',
    audience: customer,
    limit: exportLimit,
    query: periodQuery,
    answer: filePieces,
    answerType: 'application/pdf',
    status: 200,
    refusals: ['statement_unreconciled', 'statement_too_long', 'export_under_way', 'busy'],
  }),
}
