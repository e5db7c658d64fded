import { elevatedStaffWho } from '../../audience.ts'
import { endpoint, filePieces } from '../../endpoint.ts'
import { accountReadLimit, exportLimit } from '../../rate-limits.ts'
import { checkRunView, moneyPositionView } from './view.ts'

export const moneyPositionEndpoints = {
  readMoneyPosition: endpoint({
    path: '/api/admin/money-position',
    summary: 'Read where the money of each currency is, now and at the last check of the books',
    audience: elevatedStaffWho('read_books'),
    limit: accountReadLimit,
    answer: moneyPositionView,
  }),
  downloadMoneyPosition: endpoint({
    path: '/api/admin/money-position.csv',
    summary: 'Download where the money is, now and at the last check of the books, as comma-separated values',
    audience: elevatedStaffWho('read_books'),
    limit: exportLimit,
    answer: filePieces,
    answerType: 'text/csv; charset=utf-8',
    refusals: ['export_under_way'],
  }),
  readCheckRun: endpoint({
    path: '/api/admin/books-checks/last',
    summary: 'Read how far the last check of the books is, or why it has no result',
    audience: elevatedStaffWho('read_books'),
    answer: checkRunView,
  }),
  checkBooksNow: endpoint({
    method: 'POST',
    path: '/api/admin/books-checks',
    summary: 'Ask for a check of the books, unless one is waiting or under way',
    audience: elevatedStaffWho('check_books'),
  }),
}
