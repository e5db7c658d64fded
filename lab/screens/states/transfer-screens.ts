import { endpoints } from '@bank/contract/endpoints'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import type { PayeeCheck } from '@bank/contract/transfers/view'
import { confirmTransfer, reviewTransfer, transfer } from '@bank/e2e/transfer-form'
import { altered, held, rateLimited, refused } from './answers.ts'
import { longName, markup, rightToLeft, unknownId } from './extremes.ts'
import { failedLoad, noAnswer } from './failures.ts'
import {
  type Action,
  fill,
  goOffline,
  press,
  pressInDialog,
  readRightToLeft,
  waitFor,
} from './page-actions.ts'
import { alert, alertDialog, button, dialog, field, fieldError, heading, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { readMe, checkPayee, sendTransfer, listBeneficiaries, listRecentBeneficiaries, downloadReceipt } =
  endpoints

type Fields = Parameters<typeof transfer>[0]
const type =
  (fields: Fields): Action =>
  async (page) => {
    for (const [name, value] of Object.entries(transfer(fields))) await field(name)(page).fill(value)
  }
const review =
  (fields?: Fields): Action =>
  (page) =>
    reviewTransfer(page, fields)
const send =
  (fields?: Fields): Action =>
  (page) =>
    confirmTransfer(page, fields)
const checked = (result: PayeeCheck['result'], remark: string) => ({
  arrange: [altered(checkPayee, () => ({ result, holder: longName }))],
  act: [review({ bank_name: 'Truepenny' })],
  shows: text(remark),
})
const longNames = { account_name: longName, bank_name: markup, bank_address: rightToLeft }
const longReference = 'W'.repeat(35)
const form = field('amount')
const confirm = press('Confirm transfer')
const confirmButton = button('Confirm transfer')
const receipt = heading('Transfer receipt')

const saved = (...names: string[]) =>
  altered(listBeneficiaries, () => ({
    beneficiaries: names.map((name, position) => ({
      id: `019a0000-0000-7000-8000-00000000000${position}`,
      name,
      accountName: 'Erik Holm',
      accountNumber: '9876543210',
      bankName: 'Northern Savings',
      bankAddress: '1 Quay Road, Oslo',
      swiftCode: 'DNBANOKK',
      routingNumber: 'NO9386011117947',
    })),
  }))
const threeSaved = saved('Erik Holm', 'שלום בע״מ', 'Harbour Rentals')
const twoRecent = altered(listRecentBeneficiaries, () => ({
  beneficiaries: ['Vera Moreno', longName].map((accountName, position) => ({
    transactionId: `019a0000-0000-7000-8000-00000000001${position}`,
    paidAt: '2026-11-02T09:00:00.000Z',
    accountName,
    accountNumber: 'NO9386011117947',
    bankName: 'Harbour Bank',
    bankAddress: 'Quay 1, Oslo',
    swiftCode: 'DNBANOKK',
    routingNumber: 'NO9386011117947',
  })),
}))
const list = button('More for Erik Holm')
const edit = [press('More for Erik Holm'), press('Edit Erik Holm')]
const chosen = field('amount')
const choose: Action = (page) => page.getByRole('link', { name: /^Harbour Rentals/ }).click()

/** A transfer, from the empty form to the receipt. */
export const transferScreens: readonly Screen[] = [
  screen('transfer', '/transfer', 'new customer', {
    usual: { shows: form },
    later: { act: [press('Pay later or repeatedly')], shows: text('On a weekend or holiday') },
    loading: { arrange: [held(readMe)], shows: heading('Funds Transfer') },
    error: { arrange: [rateLimited(readMe, 1)], shows: text('Your account could not be loaded') },
    'not active': { as: 'bruno', shows: text(customerTexts.account.inactive) },
    invalid: { act: [press('Review transfer')], shows: fieldError('amount') },
    'filled with doubts': {
      act: [
        type({ swift_code: 'NOPE', routing_number: 'NO9386011117948', amount: '1234.50' }),
        waitFor(text('The check digits of this IBAN do not fit')),
        // The warnings have moved the PIN, and the field that takes the focus moves into sight.
        fill('reference', 'Invoice 7'),
        fill('transaction_pin', '1234'),
      ],
      shows: text('You’re sending $1,234.50'),
    },
    'iban typed': { act: [fill('account_number', 'DE89370400440532013000')], shows: form },
    'iban mistyped': {
      act: [fill('account_number', 'DE88370400440532013000'), press('Review transfer')],
      shows: fieldError('account_number'),
    },
    'long names': { act: [type({ ...longNames, amount: '99.99' })], shows: form },
    'pin refused': {
      arrange: [refused(sendTransfer, 'pin_incorrect', { triesLeft: 3 })],
      act: [review(), confirm],
      shows: fieldError('transaction_pin'),
    },
    'above a limit': {
      arrange: [
        refused(sendTransfer, 'guard_exceeded', {
          guard: 'your day limit',
          limit: '$30.00',
          left: '$15.00',
          time: 'November 24, 2026 at 12:00 AM UTC',
        }),
      ],
      act: [review(), confirm],
      shows: text('This would exceed your day limit'),
    },
    'amount refused': {
      arrange: [refused(sendTransfer, 'balance_insufficient')],
      act: [review(), confirm],
      shows: text('You can send up to'),
    },
    'right to left': { act: [readRightToLeft], shows: form },
  }),
  screen('saved payees', '/payees', 'new customer', {
    usual: { arrange: [threeSaved], shows: list },
    none: { shows: text('No saved payees yet') },
    error: failedLoad(listBeneficiaries),
    'long name': { arrange: [saved('Erik Holm', 'שלום בע״מ', longName)], shows: list },
  }),
  screen('payees', '/transfer', 'new customer', {
    usual: { arrange: [threeSaved, twoRecent], shows: list },
    'recent only': { arrange: [twoRecent], shows: text('Paid recently') },
    searchable: {
      arrange: [saved('Erik Holm', ...Array.from({ length: 8 }, (_, n) => `Harbour Rentals ${n}`))],
      shows: list,
    },
    chosen: { arrange: [threeSaved], act: [choose], shows: chosen },
    added: { arrange: [threeSaved], act: [press('Add a payee')], shows: dialog },
    'long name': { arrange: [saved('Erik Holm', 'שלום בע״מ', longName)], shows: list },
    edit: { arrange: [threeSaved], act: edit, shows: dialog },
    'edit invalid': {
      arrange: [threeSaved],
      act: [...edit, fill('bank_address', ''), pressInDialog('Save payee')],
      shows: fieldError('payee-bank_address'),
    },
    remove: { arrange: [threeSaved], act: [edit[0]!, press('Remove Erik Holm')], shows: alertDialog },
  }),
  screen('transfer review', '/transfer', 'new customer', {
    usual: { act: [review({ reference: 'Invoice 4711' })], shows: confirmButton },
    reloaded: {
      act: [review(), async (page) => void (await page.reload())],
      shows: field('transaction_pin'),
    },
    'own bank': { act: [review({ bank_name: 'Truepenny' })], shows: text('We couldn’t check this name') },
    'payee matches': checked('match', 'The name matches'),
    'payee is close': checked('close_match', 'This account belongs to'),
    'payee is another': checked('no_match', 'This account doesn’t belong to'),
    'number of this bank': checked('other_bank_name', 'It is at Truepenny'),
    'other currency': checked('other_currency', 'This account holds another currency'),
    'payee not checked': checked('not_checked', 'This name isn’t checked'),
    'more than there is': { act: [review({ amount: '100.01', swift_code: 'NOPE' })], shows: confirmButton },
    'long names': { act: [review({ ...longNames, reference: longReference })], shows: confirmButton },
    busy: { arrange: [held(sendTransfer)], act: [review(), confirm], shows: button('Sending…') },
    'no answer': noAnswer(sendTransfer, [review(), confirm], heading('We’re checking this transfer')),
    offline: {
      act: [review(), goOffline, confirm],
      shows: text('You’re offline, and nothing has been sent'),
      tolerates: /ERR_INTERNET_DISCONNECTED/,
    },
  }),
  screen('transfer receipt', '/transfer', 'new customer', {
    usual: { act: [send()], shows: receipt },
    'long names': { act: [send(longNames)], shows: receipt },
    'file under way': {
      arrange: [held(downloadReceipt)],
      act: [send(), press('Download receipt')],
      shows: button('Preparing receipt…'),
    },
    'not found': { query: `?step=receipt&tx=${unknownId}`, shows: alert },
  }),
]
