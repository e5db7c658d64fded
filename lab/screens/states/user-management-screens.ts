import { accountStates } from '@bank/contract/accounts/state'
import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { registration } from '@bank/e2e/customer'
import { fillRegistration } from '@bank/e2e/registration-form'
import { altered, held, rateLimited, refused } from './answers.ts'
import { correctionStates } from './correction-states.ts'
import { hugeAmount, longName, noRows, oddRows } from './extremes.ts'
import {
  type Action,
  click,
  fill,
  keepToasts,
  openFirstRow,
  press,
  pressInDialog,
  readRightToLeft,
} from './page-actions.ts'
import {
  alert,
  alertDialog,
  button,
  dialog,
  field,
  fieldError,
  firstRow,
  heading,
  role,
  text,
} from './page-parts.ts'
import { idOf } from './people.ts'
import { type Screen, screen } from './screen.ts'
import { userAccountStates } from './user-account-states.ts'

const { listUsers, createUser, readUser, listUserTransactions, fundAccount } = endpoints
const { previewStatus, setTransactionStatus, takeRole, deactivateAccount, listHolds } = endpoints

const users = text(/^Showing 1–/)
const longNames = altered(listUsers, (page) => ({
  ...page,
  users: page.users.map((user) => ({ ...user, name: longName, email: `${longName}@example.com` })),
}))
const allStates = altered(listUsers, (page) => ({
  ...page,
  users: page.users.map((user, position) => ({
    ...user,
    state: accountStates[position % accountStates.length]!,
  })),
}))
const statusDialog = role('dialog', { name: 'Transaction status' })
const chooseStatus = (status: string) =>
  click((page) => statusDialog(page).getByText(status, { exact: true }))
const allowClipboard: Action = (page) =>
  page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
const administrator = altered(readUser, (user) => ({ ...user, role: 'administrator' as const }))
const remove = [press('Remove administrator'), pressInDialog('Remove administrator')]
const temporaryPassword = altered(readUser, (user) => ({
  ...user,
  temporarySecretsUntil: new Date(Date.now() + 86_400_000).toISOString(),
}))
const unconfirmed = altered(readUser, (user) => ({ ...user, emailConfirmedAt: null }))
/** Another administrator deactivates the account while the page is open. */
const inactiveOnceAsked: Action = (page) => {
  let isActive = true
  page.on('request', (request) => {
    if (request.url().includes('/deactivation')) isActive = false
  })
  const deactivated = altered(readUser, ({ accounts: [main], ...user }) => {
    return { ...user, accounts: [{ ...main!, isActive }] }
  })
  return deactivated(page)
}
/** A transfer between two accounts of one customer. */
const betweenOwnAccounts = altered(previewStatus, (preview) => ({
  ...preview,
  changes: preview.changes.map((change) => ({
    ...change,
    balances: change.balances.flatMap((balance) => [
      balance,
      { ...balance, accountNumber: '6315582094', isSender: false, before: '40.00', after: '0.00' },
    ]),
  })),
}))
/** Two customers; the receiver has spent the money. */
const spentByReceiver = altered(previewStatus, (preview) => ({
  ...preview,
  changes: preview.changes.map((change) => ({
    ...change,
    refusal: 'Insufficient balance',
    balances: [
      ...change.balances,
      { ...change.balances[0]!, user: receiver, accountNumber: '6315582094' },
    ].map((balance) => ({ ...balance, after: null })),
  })),
}))
const receiver = { id: '019a0000-0000-7000-8000-000000000009', name: longName }
const rich = altered(readUser, (user) => ({
  ...user,
  name: longName,
  street: longName,
  account: { ...user.account, balance: hugeAmount },
}))

/** An amount that is held until a day. */
const held300 = altered(listHolds, () => ({
  holds: [
    {
      id: receiver.id,
      amount: '300.00',
      currency: 'USD' as const,
      reason: longName,
      placedBy: longName,
      placedAt: '2026-11-02T09:00:00.000Z',
      liftsOn: '2099-05-01',
    },
  ],
}))

/** An administrator's work with users. */
export const userManagementScreens: readonly Screen[] = [
  screen('users', '/admin/dashboard', 'clara elevated', {
    usual: { shows: users },
    loading: { arrange: [held(listUsers)], shows: heading('User Management') },
    error: { arrange: [rateLimited(listUsers, 1)], shows: text('The users could not be loaded') },
    'nothing found': { query: '?search=zzz', shows: text(/^No users found/) },
    'no users of a state': {
      query: '?search=zzz&state=deactivated&order=name',
      shows: text(/^No deactivated users/),
    },
    'search refused': { query: '?search=%00', shows: fieldError('user-search') },
    states: {
      arrange: [allStates],
      shows: (page) => page.getByRole('listitem').getByText('Deactivated').first(),
    },
    'long names': { arrange: [longNames], shows: users },
    table: { query: '?view=table', arrange: [allStates], shows: users },
    'right to left': { act: [readRightToLeft], shows: users },
  }),
  screen('user', async () => `/admin/users/${await idOf('alice')}`, 'clara elevated', {
    usual: { shows: firstRow },
    loading: { arrange: [held(readUser)], shows: heading('User Details') },
    error: { arrange: [refused(readUser, 'user_not_found')], shows: text('The user could not be loaded') },
    empty: { arrange: [noRows(listUserTransactions)], shows: text(customerTexts.transactions.none) },
    frozen: {
      arrange: [altered(readUser, (user) => ({ ...user, frozenAt: '2026-11-02T09:00:00.000Z' }))],
      shows: text('Payments frozen by the customer since'),
    },
    'email not confirmed': { arrange: [unconfirmed], shows: text('The email is not confirmed') },
    'confirm email': { arrange: [unconfirmed], act: [press('Confirm it')], shows: field('reason') },
    'number copied': {
      act: [allowClipboard, keepToasts, press('Copy account number')],
      shows: text(customerTexts.accountNumberCopied),
    },
    status: { act: [openFirstRow], shows: statusDialog },
    'status returns money': {
      act: [openFirstRow, chooseStatus('failed')],
      shows: (page) => statusDialog(page).getByText(/^Returns /),
    },
    'status of an own transfer': {
      arrange: [betweenOwnAccounts],
      act: [openFirstRow, chooseStatus('failed')],
      shows: (page) => statusDialog(page).getByText(/ account 6315582094\.$/),
    },
    'status would be refused': {
      arrange: [spentByReceiver],
      act: [openFirstRow, chooseStatus('failed')],
      shows: (page) => statusDialog(page).getByText('The bank would refuse this change'),
    },
    'status loading': { arrange: [held(previewStatus)], act: [openFirstRow], shows: statusDialog },
    'status refused': {
      arrange: [refused(setTransactionStatus, 'balance_insufficient')],
      act: [openFirstRow, chooseStatus('failed'), pressInDialog('Save')],
      shows: (page) => statusDialog(page).getByText('Insufficient balance'),
    },
    'status changed meanwhile': {
      arrange: [refused(setTransactionStatus, 'status_changed', { status: 'failed' })],
      act: [openFirstRow, chooseStatus('pending'), pressInDialog('Save')],
      shows: (page) => statusDialog(page).getByText('The status has changed in the meantime'),
    },
    'fund above the limit': {
      act: [press('Fund account'), fill('amount', '1000000.01'), pressInDialog('Ask for approval')],
      shows: fieldError('amount'),
    },
    fund: { act: [press('Fund account'), fill('amount', '1234.5')], shows: text('$1,234.50') },
    'fund large': {
      act: [press('Fund account'), fill('amount', '25000')],
      shows: button('Ask for approval'),
    },
    'fund invalid': {
      act: [press('Fund account'), pressInDialog('Fund account')],
      shows: fieldError('amount'),
    },
    'fund busy': {
      arrange: [held(fundAccount)],
      act: [press('Fund account'), fill('amount', '10'), pressInDialog('Fund account')],
      shows: button(staffTexts.fund.busy),
    },
    'fund again': {
      arrange: [refused(fundAccount, 'funded_already', { name: longName, time: 'noon' })],
      act: [press('Fund account'), fill('amount', '10'), pressInDialog('Fund account')],
      shows: button('Fund again'),
    },
    hold: { act: [press('Hold an amount'), fill('amount', '300')], shows: text('You are holding $300.00') },
    limits: { act: [press('Set limits in USD'), fill('day', '300')], shows: text('Up to $300.00') },
    held: { arrange: [held300], shows: button('Lift') },
    lift: { arrange: [held300], act: [press('Lift')], shows: field('reason') },
    'temporary password': { arrange: [temporaryPassword], shows: text('password or PIN temporary until') },
    'remove administrator': { arrange: [administrator], act: [remove[0]!], shows: alertDialog },
    'remove administrator refused': {
      arrange: [administrator, refused(takeRole, 'last_administrator')],
      act: remove,
      shows: (page) => page.getByText('This would leave the bank without an administrator').last(),
    },
    'remove administrator busy': {
      arrange: [administrator, held(takeRole)],
      act: remove,
      shows: button('Removing...'),
    },
    ...correctionStates,
    'make admin': { act: [press('Make admin')], shows: alertDialog },
    deactivate: { act: [press('Deactivate')], shows: field('reason') },
    'deactivate invalid': {
      act: [press('Deactivate'), pressInDialog('Deactivate account')],
      shows: fieldError('reason'),
    },
    'deactivate refused': {
      arrange: [refused(deactivateAccount, 'last_active_administrator')],
      act: [press('Deactivate'), fill('reason', 'Left the bank'), pressInDialog('Deactivate account')],
      shows: alert,
    },
    'deactivated meanwhile': {
      arrange: [refused(deactivateAccount, 'account_inactive_already'), inactiveOnceAsked],
      act: [press('Deactivate'), fill('reason', 'Left the bank'), pressInDialog('Deactivate account')],
      shows: text('This account is already inactive. Its activity'),
    },
    'offer a new pin': { act: [press('Offer a new PIN')], shows: dialog },
    'send reset link': { act: [press('Send reset link')], shows: alertDialog },
    'sign out everywhere': { act: [press('Log out everywhere')], shows: alertDialog },
    'huge amounts and long names': {
      isOverlong: true,
      arrange: [rich, oddRows(listUserTransactions)],
      shows: firstRow,
    },
    'right to left': { act: [readRightToLeft], shows: firstRow },
  }),
  screen(
    'user accounts',
    async () => `/admin/users/${await idOf('alice')}`,
    'clara elevated',
    userAccountStates,
  ),
  screen('user not active', async () => `/admin/users/${await idOf('bruno')}`, 'clara elevated', {
    usual: { shows: button('Activate') },
  }),
  screen('own user page', async () => `/admin/users/${await idOf('clara')}`, 'clara elevated', {
    usual: { shows: text('This is your own account') },
  }),
  screen('create user', '/admin/create-user', 'clara elevated', {
    usual: { shows: field('email') },
    invalid: { act: [press('Create user')], shows: fieldError('email') },
    busy: {
      arrange: [held(createUser)],
      act: [(page) => fillRegistration(page, registration()), press('Create user')],
      shows: button(visitorTexts.register.busy),
    },
  }),
]
