import type { UserDetailsView, UserPage } from '@bank/contract/admin/users/view'
import { messages } from '@bank/contract/messages'
import { field, fieldError, heading } from '@bank/e2e/bank'
import { registration } from '@bank/e2e/customer'
import { fillRegistration } from '@bank/e2e/registration-form'
import type { Page } from '@playwright/test'
import { inTurn, keepToasts, press, pressInWindow } from './actions.ts'
import { altered, held, refused } from './answers.ts'
import { correctionStates } from './correction-states.ts'
import { hugeAmount, longName, noRows, oddRows, readFromTheRight } from './extremes.ts'
import { idOf } from './go-to.ts'
import type { Screen } from './screen.ts'

const user = /^\/api\/admin\/users\/[^/]+$/
const userRows = /^\/api\/admin\/users\/[^/]+\/transactions$/
const users = (page: Page) => page.getByText(/^Showing 1–/)
const history = (page: Page) => page.getByRole('table').getByRole('row').nth(1)
const openRow = inTurn((page) => history(page).getByRole('button').click())
const statusDialog = (page: Page) => page.getByRole('dialog', { name: 'Transaction status' })
const create = inTurn((page) => fillRegistration(page, registration()), press('Create user'))

const administratorPage = (page: Page) =>
  altered<UserDetailsView>(page, user, (one) => ({ ...one, role: 'administrator' }))

/** Staff's work with users. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'users',
    path: '/admin/dashboard',
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: users },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/admin/users'),
        settled: (page) => heading(page).filter({ hasText: 'User Management' }),
      },
      {
        name: 'error',
        arrange: (page) => refused(page, '/api/admin/users', 'too_many_attempts', { facts: { minutes: 1 } }),
        settled: (page) => page.getByText('The users could not be loaded'),
      },
      { name: 'nobody found', query: '?email=zzz', settled: (page) => page.getByText(/^No users found/) },
      {
        name: 'long names',
        arrange: (page) =>
          altered<UserPage>(page, '/api/admin/users', (found) => ({
            ...found,
            users: found.users.map((one) => ({ ...one, name: longName, email: `${longName}@example.com` })),
          })),
        settled: users,
      },
      { name: 'right to left', act: readFromTheRight, settled: users },
    ],
  },
  {
    name: 'user',
    path: async () => `/admin/users/${await idOf('alice')}`,
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: history },
      {
        name: 'loading',
        arrange: (page) => held(page, user),
        settled: (page) => heading(page).filter({ hasText: 'User Details' }),
      },
      {
        name: 'error',
        arrange: (page) => refused(page, user, 'user_not_found'),
        settled: (page) => page.getByText('The user could not be loaded'),
      },
      {
        name: 'empty',
        arrange: (page) => noRows(page, userRows),
        settled: (page) => page.getByText(messages.transactions.none),
      },
      {
        name: 'number copied',
        act: inTurn(
          (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
          keepToasts,
          press('Copy account number'),
        ),
        settled: (page) => page.getByText(messages.accountNumberCopied),
      },
      { name: 'status', act: openRow, settled: statusDialog },
      {
        name: 'status refused',
        arrange: (page) =>
          refused(page, /^\/api\/admin\/transactions\/.+\/status$/, 'balance_insufficient', {
            method: 'PUT',
          }),
        act: inTurn(openRow, (page) => statusDialog(page).getByText('failed').click(), pressInWindow('Save')),
        settled: (page) => statusDialog(page).getByText('Insufficient balance'),
      },
      {
        name: 'status changed meanwhile',
        arrange: (page) =>
          refused(page, /^\/api\/admin\/transactions\/.+\/status$/, 'status_changed', {
            method: 'PUT',
            facts: { status: 'failed' },
          }),
        act: inTurn(
          openRow,
          (page) => statusDialog(page).getByText('pending').click(),
          pressInWindow('Save'),
        ),
        settled: (page) => statusDialog(page).getByText('The status has changed in the meantime'),
      },
      {
        name: 'fund',
        act: inTurn(press('Fund account'), (page) => field(page, 'amount').fill('1234.5')),
        settled: (page) => page.getByText('$1,234.50'),
      },
      {
        name: 'fund invalid',
        act: inTurn(press('Fund account'), pressInWindow('Fund account')),
        settled: (page) => fieldError(page, 'amount'),
      },
      {
        name: 'fund busy',
        arrange: (page) => held(page, /\/fundings$/, 'POST'),
        act: inTurn(
          press('Fund account'),
          (page) => field(page, 'amount').fill('10'),
          pressInWindow('Fund account'),
        ),
        settled: (page) => page.getByRole('button', { name: messages.fund.busy }),
      },
      {
        name: 'temporary password',
        arrange: (page) =>
          altered<UserDetailsView>(page, user, (one) => ({
            ...one,
            temporarySecretsUntil: new Date(Date.now() + 86_400_000).toISOString(),
          })),
        settled: (page) => page.getByText('password or PIN temporary until'),
      },
      {
        name: 'remove administrator',
        arrange: administratorPage,
        act: press('Remove administrator'),
        settled: (page) => page.getByRole('alertdialog'),
      },
      {
        name: 'remove administrator refused',
        arrange: inTurn(administratorPage, (page) =>
          refused(page, /\/admin-role$/, 'last_administrator', { method: 'DELETE' }),
        ),
        act: inTurn(press('Remove administrator'), pressInWindow('Remove administrator')),
        settled: (page) => page.getByText('This would leave the bank without an administrator').last(),
      },
      {
        name: 'remove administrator busy',
        arrange: inTurn(administratorPage, (page) => held(page, /\/admin-role$/, 'DELETE')),
        act: inTurn(press('Remove administrator'), pressInWindow('Remove administrator')),
        settled: (page) => page.getByRole('button', { name: 'Removing...' }),
      },
      ...correctionStates,
      { name: 'make admin', act: press('Make admin'), settled: (page) => page.getByRole('alertdialog') },
      {
        name: 'huge amounts and long names',
        isOverlong: true,
        arrange: inTurn(
          (page) =>
            altered<UserDetailsView>(page, user, (one) => ({
              ...one,
              name: longName,
              street: longName,
              account: { ...one.account, balance: hugeAmount },
            })),
          (page) => oddRows(page, userRows),
        ),
        settled: history,
      },
      { name: 'right to left', act: readFromTheRight, settled: history },
    ],
  },
  {
    name: 'user not active',
    path: async () => `/admin/users/${await idOf('bruno')}`,
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('button', { name: 'Activate', exact: true }) },
    ],
  },
  {
    name: 'own user page',
    path: async () => `/admin/users/${await idOf('clara')}`,
    as: 'clara elevated',
    states: [{ name: 'usual', settled: (page) => page.getByText('This is your own account') }],
  },
  {
    name: 'create user',
    path: '/admin/create-user',
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: (page) => field(page, 'email') },
      { name: 'invalid', act: press('Create user'), settled: (page) => fieldError(page, 'email') },
      {
        name: 'busy',
        arrange: (page) => held(page, '/api/admin/users', 'POST'),
        act: create,
        settled: (page) => page.getByRole('button', { name: messages.register.busy }),
      },
    ],
  },
]
