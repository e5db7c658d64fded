import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { balance } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { altered, held, partlySent, refused } from './answers.ts'
import { hugeAmount, longName, noRows, richAndLongNamed } from './extremes.ts'
import { failedLoad, offlineAfter } from './failures.ts'
import { advanceClock, click, installClock, press, readRightToLeft, waitFor } from './page-actions.ts'
import { button, either, fieldError, role, table, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const {
  readMe,
  listDailyBalances,
  listTransactions,
  readStatement,
  downloadStatementCsv,
  downloadStatementPdf,
} = endpoints

const chart = role('figure')
/** The button of a period of a chart. */
const periodOf = (title: string, name: string) => (page: Page) =>
  page.getByRole('group', { name: `Period of “${title}”` }).getByRole('button', { name })
const preparing = text(customerTexts.account.preparing)
const closing = (page: Page) => page.locator('dt', { hasText: /Closing balance|Balance now/ })
const openedThreeDaysAgo = altered(readMe, (me) => ({
  ...me,
  account: { ...me.account, openedAt: new Date(Date.now() - 3 * 86_400_000).toISOString() },
}))
const oddStatement = altered(readStatement, (statement) => ({
  ...statement,
  holder: longName,
  opening: hugeAmount,
  moneyIn: hugeAmount,
  closing: hugeAmount,
  lines: statement.lines.map((line) => ({
    ...line,
    description: `Transfer to ${longName}`,
    counterparty: longName,
    balance: hugeAmount,
  })),
}))

/** The month before this one, `YYYY-MM`. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

/** A customer's balance and statement. */
export const accountScreens: readonly Screen[] = [
  screen('dashboard', '/dashboard', 'alice', {
    usual: { shows: chart },
    loading: { arrange: [held(readMe)], shows: preparing },
    'still loading': {
      arrange: [installClock, held(readMe)],
      act: [waitFor(preparing), advanceClock('00:09')],
      shows: text('Still working…'),
    },
    error: failedLoad(readMe),
    'part of it missing': failedLoad(listTransactions),
    'not active': { as: 'bruno', shows: text(customerTexts.account.inactive) },
    'not active after a day': {
      as: 'bruno',
      arrange: [openedThreeDaysAgo],
      shows: text('Your account is waiting to be activated'),
    },
    'administrator not active': {
      as: 'bruno',
      arrange: [altered(readMe, (me) => ({ ...me, role: 'administrator' as const }))],
      shows: text('npm run administrator'),
    },
    empty: {
      as: 'new customer',
      arrange: [noRows(listTransactions)],
      shows: text(customerTexts.transactions.none),
    },
    'amounts hidden': { act: [press('Hide amounts')], shows: either(button('Show amounts'), chart) },
    'account details': {
      act: [press('Details')],
      shows: role('dialog', { name: 'Your account details' }),
    },
    'money expected': {
      arrange: [altered(readMe, (me) => ({ ...me, account: { ...me.account, expectedIn: '1250.00' } }))],
      act: [click(text('pending, already deducted'))],
      shows: text('$1,250.00'),
    },
    'chart of money by days': {
      act: [click(periodOf('Money in and out', '30 days'))],
      shows: text(/^In the last 30 days .* came in/),
    },
    'chart of the balances of a year': {
      act: [click(periodOf('Balance over time', '12 months'))],
      shows: role('toolbar', { name: 'Weeks' }),
    },
    'no balance to show': {
      arrange: [
        altered(listDailyBalances, (view) => ({
          ...view,
          opening: '0.00',
          foreseen: undefined,
          balances: view.balances.map(({ day }) => ({ day, balance: '0.00' })),
        })),
      ],
      shows: text('Nothing to show yet'),
    },
    'chart as a table': { act: [click(text('View as table'))], shows: (page) => table(page).nth(1) },
    'huge amounts and long names': { arrange: richAndLongNamed, shows: chart },
    offline: offlineAfter(balance),
    'right to left': { act: [readRightToLeft], shows: chart },
  }),
  screen('statement', '/statement', 'alice', {
    usual: { shows: closing },
    loading: { arrange: [held(readStatement)], shows: table },
    error: failedLoad(readStatement),
    empty: { query: '?from=2001-01-01&to=2001-01-31', shows: closing },
    'whole history': { query: '?period=all', shows: closing },
    'a month that is over': { query: `?month=${lastMonth()}`, shows: closing },
    'money expected': {
      arrange: [altered(readStatement, (statement) => ({ ...statement, expectedIn: '1250.00' }))],
      shows: text('$1,250.00 expected in, added when it arrives'),
    },
    invalid: {
      act: [(page) => page.getByLabel('Period').selectOption('Custom dates'), press('Show statement')],
      shows: fieldError('from'),
    },
    'file being prepared': {
      arrange: [held(downloadStatementPdf)],
      act: [click(role('link', { name: 'Download PDF' }))],
      shows: button('Cancel'),
    },
    'file under way': {
      arrange: [partlySent(downloadStatementCsv, 'open')],
      act: [click(role('link', { name: 'Download CSV' }))],
      shows: text('41%'),
    },
    'file that broke': {
      arrange: [partlySent(downloadStatementCsv, 'broken')],
      act: [click(role('link', { name: 'Download CSV' }))],
      shows: button('Try again'),
    },
    'too long for a pdf': {
      arrange: [refused(downloadStatementPdf, 'statement_too_long')],
      act: [click(role('link', { name: 'Download PDF' }))],
      shows: text('A PDF holds at most 10,000 lines'),
      tolerates: /status of 422/,
    },
    'huge amounts and long names': {
      isOverlong: true,
      arrange: [...richAndLongNamed, oddStatement],
      shows: closing,
    },
    'right to left': { act: [readRightToLeft], shows: closing },
  }),
]
