import { randomUUID } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { altered, answered, held, refused } from './answers.ts'
import { hugeAmount, rightToLeft } from './extremes.ts'
import { failedLoad, noAnswer } from './failures.ts'
import { type Action, click, fill, press, pressInDialog, readRightToLeft } from './page-actions.ts'
import { confirmation, dialog, field, fieldError, heading, role, text } from './page-parts.ts'
import { openSavings } from './people.ts'
import { withPots } from './pots-screens.ts'
import { type Screen, screen } from './screen.ts'

const { listAccounts, openAccount, renameAccount, closeAccount, sendOwnTransfer } = endpoints
const { listPots, listTransactions, readMe } = endpoints

/** Further accounts beside the customer's own one, which is the main account. */
const withFurther = (...further: Partial<AccountView>[]): Action =>
  altered(listAccounts, ({ accounts: [main] }) => ({
    accounts: [
      main!,
      ...further.map((account, position) => ({
        ...main!,
        number: String(5_550_001_234 + position),
        name: null,
        isMain: false,
        type: 'online',
        balance: '1250.00',
        ...account,
      })),
    ],
  }))

const savings: Partial<AccountView> = { name: 'Savings' }
const euros: Partial<AccountView> = {
  iban: 'DE13995550005550001235',
  name: 'Travel',
  currency: 'EUR',
  balance: '310.40',
  inTransit: '25.00',
}
const several = withFurther(savings, euros, { balance: '0.00' })
const twenty = withFurther(...Array.from({ length: 19 }, (_, n) => ({ name: `Household ${n + 1}` })))
const longNames = withFurther(
  { name: 'W'.repeat(40), balance: hugeAmount, inTransit: hugeAmount },
  { name: rightToLeft.slice(0, 40), balance: hugeAmount },
  { name: 'Savings \u2066(old)\u2069 חיסכון', type: 'corporate' },
)
const closedAt = '2026-11-02T09:00:00.000Z'
const withClosed = withFurther(savings, { name: 'Old savings', balance: '0.00', closedAt })
/** The main account is the only one, and closed; its page has it so, too. */
const allClosed: Action = async (page) => {
  const close = (account: AccountView) => ({ ...account, closedAt, balance: '0.00' })
  await altered(listAccounts, ({ accounts: [main] }) => ({ accounts: [close(main!)] }))(page)
  await altered(readMe, (me) => ({ ...me, account: close(me.account) }))(page)
}
const somePots = withPots(
  { account: '5550001234', name: 'Bike', balance: '40.00' },
  { account: '5550001234', name: 'Summer holidays', balance: '40.00' },
)
const somePending = answered(listTransactions, {
  transactions: ['Erik Holm', 'Northern Lights Heating and Plumbing'].map((counterparty, position) => ({
    id: randomUUID(),
    transactionId: randomUUID(),
    account: '5550001234',
    change: null,
    isReturn: false,
    kind: 'transfer' as const,
    type: 'debit' as const,
    amount: position === 0 ? '40.00' : '1234.50',
    currency: 'USD' as const,
    description: `Transfer to ${counterparty}`,
    counterparty,
    otherAccount: null,
    pot: null,
    status: 'pending' as const,
    createdAt: '2026-03-07T14:15:00.000Z',
    beneficiary: null,
    reference: null,
    balanceAfter: '60.00',
  })),
  firstRow: 1,
  total: 2,
  nextCursor: null,
})
/** Every second row is of the first further account. */
const rowsOfTwo = altered(listTransactions, (page) => ({
  ...page,
  transactions: page.transactions.map((row, n) => (n % 2 === 0 ? row : { ...row, account: '5550001234' })),
}))
const question = role('alertdialog')
const more = (name: string, act: string) => [press(`More for ${name}`), press(`${act} ${name}`)]
const close = more('Savings', 'Close')
const list = role('list', { name: 'Accounts in USD' })
const openPicker = click(role('button', { name: /^Account:/ }))
const choices = role('list', { name: 'Your accounts' })
const openingForm = press('Open an account')
const choose: Action = async (page) => {
  await page.getByLabel('Account type').selectOption('online')
  await page.getByText('EUR (€)').last().click()
}
const move = press('Move money')
/** The bank itself has a second account. */
const withSavings: Action = async (page) => openSavings(await page.context().cookies())
const amount = field('amount')

/** The accounts of a customer, the choice of one, and the money between them. */
export const ownAccountsScreens: readonly Screen[] = [
  screen('accounts', '/accounts', 'new customer', {
    usual: { arrange: [several], shows: list },
    'one account': { shows: list },
    'twenty accounts': { arrange: [twenty], shows: list },
    'long names': { arrange: [longNames], shows: list },
    loading: { arrange: [held(listAccounts)], shows: heading('Accounts') },
    error: failedLoad(listAccounts),
    'not active': { as: 'bruno', shows: text('You can open another account once') },
    opening: { act: [openingForm], shows: dialog },
    'opening invalid': {
      act: [openingForm, pressInDialog('Open account')],
      shows: fieldError('accountType'),
    },
    'opening refused': {
      arrange: [refused(openAccount, 'accounts_too_many', { most: 20 })],
      act: [openingForm, choose, pressInDialog('Open account')],
      shows: text('You can have at most 20 accounts'),
    },
    'opening under way': {
      arrange: [held(openAccount)],
      act: [openingForm, choose, pressInDialog('Open account')],
      shows: role('button', { name: 'Opening…' }),
    },
    'iban of an account': { arrange: [several], act: more('Travel', 'Details of'), shows: text('IBAN') },
    rename: { arrange: [several], act: more('Savings', 'Rename'), shows: dialog },
    'rename refused': {
      arrange: [several, refused(renameAccount, 'account_not_found')],
      act: [...more('Savings', 'Rename'), pressInDialog('Save')],
      shows: text('Account not found'),
    },
    'right to left': { arrange: [longNames], act: [readRightToLeft], shows: list },
    closed: { arrange: [withClosed], shows: role('list', { name: 'Closed accounts' }) },
    'all closed': { arrange: [allClosed], shows: text('You can log in until') },
  }),
  screen('closing an account', '/accounts', 'new customer', {
    usual: { arrange: [several], act: close, shows: field('to') },
    empty: {
      arrange: [withFurther({ ...savings, balance: '0.00' })],
      act: close,
      shows: (page) => question(page).getByRole('button', { name: 'Close account' }),
    },
    'long names': { arrange: [longNames], act: more('W'.repeat(40), 'Close'), shows: field('to') },
    loading: { arrange: [several, held(listPots)], act: close, shows: question },
    obstacles: {
      arrange: [several, somePots, somePending],
      act: close,
      shows: (page) => question(page).getByText('Payments are still pending'),
    },
    'no account for the rest': {
      arrange: [several],
      act: more('Travel', 'Close'),
      shows: (page) => question(page).getByRole('link', { name: 'New transfer' }),
    },
    'main account': {
      arrange: [several],
      act: more('Checking Account', 'Close'),
      shows: text('Your main account closes last'),
    },
    'last account': {
      arrange: [withFurther()],
      act: more('Checking Account', 'Close'),
      shows: text('you can log in for 30 days more'),
    },
    refused: {
      arrange: [
        withFurther({ ...savings, balance: '0.00' }),
        refused(closeAccount, 'account_not_empty', { amount: '$12.00' }),
      ],
      act: [...close, press('Close account')],
      shows: text('This account still has $12.00'),
    },
    confirmation: {
      arrange: [several, refused(closeAccount, 'confirm_required', { code: true })],
      act: [...close, press('Close account')],
      shows: confirmation,
    },
  }),
  screen('closed account', '/dashboard', 'new customer', {
    usual: { arrange: [allClosed], shows: text('This account is closed') },
  }),
  screen('transfer of a closed account', '/transfer', 'new customer', {
    usual: { arrange: [allClosed], shows: text('This account is closed') },
  }),
  screen('choice of accounts', '/transactions', 'new customer', {
    usual: { arrange: [several], shows: role('button', { name: /^Account:/ }) },
    open: { arrange: [several], act: [openPicker], shows: choices },
    'twenty accounts': { arrange: [twenty], act: [openPicker], shows: choices },
    'long names': { arrange: [longNames], act: [openPicker], shows: choices },
    unknown: { query: '?account=1234567890', shows: text('You have no account with this number') },
  }),
  screen('history of all accounts', '/transactions', 'alice', {
    usual: {
      arrange: [several, rowsOfTwo],
      query: '?account=all&type=debit',
      shows: text(/^Money out/),
    },
    details: {
      arrange: [several, rowsOfTwo],
      query: '?account=all',
      act: [press(/details$/)],
      shows: role('heading', { name: 'Transaction details' }),
    },
    'long names': { arrange: [longNames, rowsOfTwo], query: '?account=all', shows: text(/^Showing 1–/) },
    'right to left': {
      arrange: [longNames, rowsOfTwo],
      query: '?account=all',
      act: [readRightToLeft],
      shows: text(/^Showing 1–/),
    },
  }),
  screen('dashboard of several', '/dashboard', 'new customer', {
    usual: { arrange: [several], shows: text('All accounts') },
    'twenty accounts': { arrange: [twenty], shows: text('All accounts') },
    'long names': { arrange: [longNames], shows: text('All accounts') },
    'amounts hidden': { arrange: [several], act: [press('Hide amounts')], shows: text('All accounts') },
  }),
  screen('transfer of several', '/transfer', 'new customer', {
    usual: { arrange: [several], shows: role('link', { name: /^Between your accounts/ }) },
    details: { arrange: [several], query: '?to=new', shows: amount },
  }),
  screen('statement of several', '/statement', 'new customer', {
    usual: { arrange: [several], shows: role('button', { name: /^Account:/ }) },
  }),
  screen('own transfer', '/own-transfer', 'new customer', {
    usual: { arrange: [several], shows: amount },
    typed: { arrange: [several], act: [fill('amount', '40')], shows: text('You’re moving $40.00') },
    'more than there is': {
      arrange: [several],
      act: [fill('amount', '100.01')],
      shows: text('Not enough money'),
    },
    'long names': { arrange: [longNames], shows: amount },
    'one account': { shows: text('You need two active accounts in one currency') },
    loading: { arrange: [held(listAccounts)], shows: heading('Between your accounts') },
    error: failedLoad(listAccounts),
    invalid: { arrange: [several], act: [move], shows: fieldError('amount') },
    refused: {
      arrange: [several, refused(sendOwnTransfer, 'balance_insufficient')],
      act: [fill('amount', '40'), move],
      shows: text('You can move up to'),
    },
    moved: {
      arrange: [withSavings],
      act: [fill('amount', '40'), move],
      shows: text('Transactions of Savings'),
    },
    'no answer': noAnswer(
      sendOwnTransfer,
      [fill('amount', '40'), move],
      text('We don’t have an answer yet'),
      several,
    ),
    'right to left': { arrange: [longNames], act: [readRightToLeft], shows: amount },
  }),
]
