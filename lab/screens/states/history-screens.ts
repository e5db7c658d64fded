import { messages } from '@bank/contract/messages'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { held, refused, untilGivenUp } from './answers.ts'
import { noRows, oddRows, readFromTheRight } from './extremes.ts'
import type { Screen } from './screen.ts'

const openFirst = press(/details$/)
const details = (page: Page) => page.getByText('Sent: the money left your account')
const rows = (page: Page) => page.getByText(/^Showing 1–/)

/** The customer's history, and one transaction of it. */
export const historyScreens: readonly Screen[] = [
  {
    name: 'transactions',
    path: '/transactions',
    as: 'alice',
    states: [
      { name: 'usual', settled: rows },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/transactions'),
        settled: (page) => page.getByRole('table'),
      },
      {
        name: 'error',
        arrange: inTurn(
          (page) => page.clock.install(),
          (page) => refused(page, '/api/transactions', 'internal'),
        ),
        act: (page) => untilGivenUp(page, page.getByRole('alert').getByText('could not be')),
        settled: (page) => page.getByRole('alert'),
        tolerates: /status of 500/,
      },
      {
        name: 'empty',
        arrange: (page) => noRows(page),
        settled: (page) => page.getByText(messages.transactions.none),
      },
      {
        name: 'nothing found',
        query: '?q=zzz&status=failed',
        settled: (page) => page.getByText(messages.transactions.none),
      },
      { name: 'filtered', query: '?status=success&type=debit&minAmount=20', settled: rows },
      {
        name: 'filter refused',
        query: '?from=2026-02-30',
        settled: (page) => page.getByText('Please check the filters'),
      },
      {
        name: 'filters of a phone',
        widths: [390, 768],
        act: press('Filters'),
        settled: (page) => page.getByRole('dialog', { name: 'Filters' }),
      },
      { name: 'odd words and huge amounts', arrange: (page) => oddRows(page), settled: rows },
      { name: 'right to left', act: readFromTheRight, settled: rows },
    ],
  },
  {
    name: 'transaction',
    path: '/transactions',
    as: 'alice',
    states: [
      { name: 'usual', act: openFirst, settled: details },
      {
        name: 'loading',
        arrange: (page) => held(page, /^\/api\/transactions\/./),
        act: openFirst,
        settled: (page) => page.getByRole('heading', { name: 'Transaction details' }),
      },
      {
        name: 'error',
        arrange: (page) => refused(page, /^\/api\/transactions\/./, 'transaction_not_found'),
        act: openFirst,
        settled: (page) => page.getByRole('alert'),
      },
      {
        name: 'not found',
        query: '?tx=019a0000-0000-7000-8000-000000000000',
        settled: (page) => page.getByText('This transaction could not be loaded'),
      },
      { name: 'right to left', act: inTurn(readFromTheRight, openFirst), settled: details },
    ],
  },
]
