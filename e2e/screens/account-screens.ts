import { messages } from '@bank/contract/messages'
import { balance, field } from '../bank.ts'
import { held, refused, untilGivenUp } from './answers.ts'
import type { Screen } from './screen.ts'

/** What a customer sees of the account and its history. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    as: 'alice',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('figure') },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/me'),
        settled: (page) => page.getByText(messages.account.preparing),
      },
      {
        name: 'error',
        arrange: async (page) => {
          await page.clock.install()
          await refused(page, '/api/me', 'internal')
        },
        act: (page) => untilGivenUp(page, page.getByRole('alert')),
        settled: (page) => page.getByText('Your account could not be loaded'),
        tolerates: /status of 500/,
      },
      { name: 'not active', as: 'bruno', settled: (page) => page.getByText(messages.account.inactive) },
      {
        name: 'offline',
        act: async (page) => {
          await balance(page).waitFor()
          await page.context().setOffline(true)
        },
        settled: (page) => page.getByText('You are offline'),
        tolerates: /ERR_INTERNET_DISCONNECTED/,
      },
    ],
  },
  {
    name: 'transactions',
    path: '/transactions',
    as: 'alice',
    states: [
      { name: 'usual', settled: (page) => page.getByText('Showing 1–20') },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/transactions'),
        settled: (page) => page.getByRole('table'),
      },
      {
        name: 'nothing found',
        query: '?q=zzz',
        settled: (page) => page.getByText(messages.transactions.none),
      },
      {
        name: 'details',
        act: (page) =>
          page
            .getByRole('button', { name: /details$/ })
            .first()
            .click(),
        settled: (page) => page.getByText('Sent: the money left your account'),
      },
    ],
  },
  {
    name: 'profile',
    path: '/profile',
    as: 'alice',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('button', { name: 'Change Avatar' }) },
      {
        name: 'choose a picture',
        act: (page) => page.getByRole('button', { name: 'Change Avatar' }).click(),
        settled: (page) => field(page, 'image'),
      },
    ],
  },
]
