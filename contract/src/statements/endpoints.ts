import { accountHolder } from '../audience.ts'
import { endpoint, filePieces } from '../endpoint.ts'
import { accountReadLimit, exportLimit } from '../rate-limits.ts'
import { dailyBalancesQuery, periodQuery, statementQuery } from './form.ts'
import { dailyBalancesView, statementView } from './view.ts'

/** What the downloads of a statement have in common. */
const download = {
  audience: accountHolder,
  limit: exportLimit,
  query: periodQuery,
  answer: filePieces,
  refusals: ['statement_unreconciled', 'export_under_way'],
} as const

export const statementEndpoints = {
  readStatement: endpoint({
    path: '/api/statement',
    summary: 'Read your statement for a period, reconciled, with a page of its lines, oldest first',
    audience: accountHolder,
    limit: accountReadLimit,
    query: statementQuery,
    answer: statementView,
    refusals: ['statement_unreconciled'],
  }),
  listDailyBalances: endpoint({
    path: '/api/me/balances',
    summary: 'The balance of your account at the end of each of the last days',
    audience: accountHolder,
    limit: accountReadLimit,
    query: dailyBalancesQuery,
    answer: dailyBalancesView,
  }),
  downloadStatementCsv: endpoint({
    ...download,
    path: '/api/statement.csv',
    summary: 'Download your statement for a period as comma-separated values',
    answerType: 'text/csv; charset=utf-8',
  }),
  downloadStatementOfx: endpoint({
    ...download,
    path: '/api/statement.ofx',
    summary: 'Download your statement for a period as OFX 2.2, for accounting programs',
    answerType: 'application/x-ofx',
  }),
  downloadStatementPdf: endpoint({
    ...download,
    path: '/api/statement.pdf',
    summary: 'Download your statement for a period as a PDF of at most 10,000 lines',
    answerType: 'application/pdf',
    refusals: [...download.refusals, 'statement_too_long'],
  }),
}
