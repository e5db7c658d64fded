import { messages } from '@bank/contract/messages'
import type { MeView } from '@bank/contract/profile/view'
import type { StatementView } from '@bank/contract/statements/view'
import { balance, fieldError } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { altered, held } from './answers.ts'
import { broken } from './broken.ts'
import { hugeAmount, longName, noRows, readFromTheRight, richAndLongNamed } from './extremes.ts'
import type { Screen } from './screen.ts'

const chart = (page: Page) => page.getByRole('figure')
const closing = (page: Page) => page.locator('dt', { hasText: 'Closing balance' })
/** What a customer sees of the account: what there is, and what it adds up to. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    as: 'alice',
    states: [
      { name: 'usual', settled: chart },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/me'),
        settled: (page) => page.getByText(messages.account.preparing),
      },
      {
        name: 'still loading',
        arrange: inTurn(
          (page) => page.clock.install(),
          (page) => held(page, '/api/me'),
        ),
        act: inTurn(
          (page) => page.getByText(messages.account.preparing).waitFor(),
          (page) => page.clock.fastForward('00:09'),
        ),
        settled: (page) => page.getByText('Still working…'),
      },
      { name: 'error', ...broken('/api/me') },
      { name: 'part of it missing', ...broken('/api/transactions') },
      { name: 'not active', as: 'bruno', settled: (page) => page.getByText(messages.account.inactive) },
      {
        name: 'not active after a day',
        as: 'bruno',
        arrange: (page) =>
          altered<MeView>(page, '/api/me', (me) => ({
            ...me,
            account: { ...me.account, openedAt: new Date(Date.now() - 3 * 86_400_000).toISOString() },
          })),
        settled: (page) => page.getByText('Your account is waiting to be activated'),
      },
      {
        name: 'administrator not active',
        as: 'bruno',
        arrange: (page) => altered<MeView>(page, '/api/me', (me) => ({ ...me, role: 'administrator' })),
        settled: (page) => page.getByText('npm run administrator'),
      },
      {
        name: 'empty',
        as: 'dora',
        arrange: (page) => noRows(page),
        settled: (page) => page.getByText(messages.transactions.none),
      },
      {
        name: 'amounts hidden',
        act: press('Hide amounts'),
        settled: (page) => page.getByRole('button', { name: 'Show amounts' }).or(chart(page)),
      },
      {
        name: 'chart by days',
        act: press('30 days'),
        settled: (page) => page.getByRole('toolbar', { name: 'Days' }),
      },
      {
        name: 'chart as a table',
        act: (page) => page.getByText('View as table').click(),
        settled: (page) => page.getByRole('table').nth(1),
      },
      { name: 'huge amounts and long names', arrange: richAndLongNamed, settled: chart },
      {
        name: 'offline',
        act: inTurn(
          (page) => balance(page).waitFor(),
          (page) => page.context().setOffline(true),
        ),
        settled: (page) => page.getByText('You are offline'),
        tolerates: /ERR_INTERNET_DISCONNECTED/,
      },
      { name: 'right to left', act: readFromTheRight, settled: chart },
    ],
  },
  {
    name: 'statement',
    path: '/statement',
    as: 'alice',
    states: [
      { name: 'usual', settled: closing },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/statement'),
        settled: (page) => page.getByRole('table'),
      },
      { name: 'error', ...broken('/api/statement') },
      { name: 'empty', query: '?from=2001-01-01&to=2001-01-31', settled: closing },
      { name: 'whole history', query: '?period=all', settled: closing },
      {
        name: 'invalid',
        act: inTurn(
          (page) => page.getByLabel('Period').selectOption('Custom dates'),
          press('Show statement'),
        ),
        settled: (page) => fieldError(page, 'from'),
      },
      {
        name: 'file under way',
        arrange: (page) => held(page, '/api/statement.pdf'),
        act: press('Download PDF'),
        settled: (page) => page.getByRole('button', { name: 'Cancel' }),
      },
      { name: 'huge amounts and long names', arrange: oddStatement, settled: closing },
      { name: 'right to left', act: readFromTheRight, settled: closing },
    ],
  },
]

async function oddStatement(page: Page): Promise<void> {
  await richAndLongNamed(page)
  await altered<StatementView>(page, '/api/statement', (statement) => ({
    ...statement,
    holder: longName,
    opening: hugeAmount,
    moneyIn: hugeAmount,
    closing: hugeAmount,
    lines: statement.lines.map((line) => ({
      ...line,
      description: `Transfer to ${longName}`,
      balance: hugeAmount,
    })),
  }))
}
