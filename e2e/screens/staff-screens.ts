import { field, fieldError, heading } from '../bank.ts'
import { idOf } from './go-to.ts'
import type { Screen } from './screen.ts'

/** What an administrator sees. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'passcode',
    path: '/admin',
    as: 'clara',
    states: [
      { name: 'usual', settled: (page) => field(page, 'passcode') },
      {
        name: 'invalid',
        act: (page) => page.getByRole('button', { name: 'Continue' }).click(),
        settled: (page) => fieldError(page, 'passcode'),
      },
      {
        name: 'to others',
        as: 'alice',
        settled: (page) => heading(page).filter({ hasText: '404' }),
      },
    ],
  },
  {
    name: 'users',
    path: '/admin/dashboard',
    as: 'clara lifted',
    states: [{ name: 'usual', settled: (page) => page.getByText('Showing 1–') }],
  },
  {
    name: 'user',
    path: async () => `/admin/users/${await idOf('alice')}`,
    as: 'clara lifted',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('table').getByRole('row').nth(1) },
      {
        name: 'status',
        act: (page) => page.getByRole('table').getByRole('button').first().click(),
        settled: (page) => page.getByRole('dialog', { name: 'Transaction status' }),
      },
    ],
  },
]
