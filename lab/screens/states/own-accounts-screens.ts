import { randomUUID } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { call, visitor } from '@bank/e2e/endpoints'
import { altered, held, refused, unreachable } from './answers.ts'
import { hugeAmount, rightToLeft } from './extremes.ts'
import { failedLoad } from './failed-load.ts'
import { type Action, click, fill, press, pressInDialog, readRightToLeft } from './page-actions.ts'
import { dialog, field, fieldError, heading, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { listAccounts, openAccount, renameAccount, sendOwnTransfer } = endpoints

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
const euros: Partial<AccountView> = { name: 'Travel', currency: 'EUR', balance: '310.40', inTransit: '25.00' }
const several = withFurther(savings, euros, { balance: '0.00' })
const twenty = withFurther(...Array.from({ length: 19 }, (_, n) => ({ name: `Household ${n + 1}` })))
const longNames = withFurther(
  { name: 'W'.repeat(40), balance: hugeAmount, inTransit: hugeAmount },
  { name: rightToLeft.slice(0, 40), balance: hugeAmount },
  { name: 'Savings \u2066(old)\u2069 חיסכון', type: 'corporate' },
)
const list = role('list', { name: 'Accounts in USD' })
const openPicker = click(role('button', { name: /^Account:/ }))
const choices = role('list', { name: 'Your accounts' })
const openingForm = press('Open an account')
const choose: Action = async (page) => {
  await page.getByLabel('Account type').selectOption('online')
  await page.getByText('EUR (€)').last().click()
}
const move = press('Move money')
/** Opens a second account at the bank itself. */
const openSavings: Action = async (page) => {
  const api = await visitor(await page.context().cookies())
  const opening = { openingId: randomUUID(), accountType: 'online', currency: 'USD', name: 'Savings' }
  await call(api, 'POST', openAccount.path, opening)
  await api.dispose()
}
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
    rename: { arrange: [several], act: [press('Rename Savings')], shows: dialog },
    'rename refused': {
      arrange: [several, refused(renameAccount, 'account_not_found')],
      act: [press('Rename Savings'), pressInDialog('Save')],
      shows: text('Account not found'),
    },
    'right to left': { arrange: [longNames], act: [readRightToLeft], shows: list },
  }),
  screen('choice of accounts', '/transactions', 'new customer', {
    usual: { arrange: [several], shows: role('button', { name: /^Account:/ }) },
    open: { arrange: [several], act: [openPicker], shows: choices },
    'twenty accounts': { arrange: [twenty], act: [openPicker], shows: choices },
    'long names': { arrange: [longNames], act: [openPicker], shows: choices },
    unknown: { query: '?account=1234567890', shows: text('You have no account with this number') },
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
      arrange: [openSavings],
      act: [fill('amount', '40'), move],
      shows: text('Transactions of Savings'),
    },
    'no answer': {
      arrange: [several, unreachable(sendOwnTransfer)],
      act: [fill('amount', '40'), move],
      shows: text('The bank has not answered yet'),
      tolerates: /net::ERR_FAILED/,
    },
    'right to left': { arrange: [longNames], act: [readRightToLeft], shows: amount },
  }),
]
