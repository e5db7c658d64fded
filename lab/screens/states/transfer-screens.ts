import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import { confirmTransfer, reviewTransfer, transfer } from '@bank/e2e/transfer-form'
import { altered, held, rateLimited, refused, unreachable } from './answers.ts'
import { longName, markup, rightToLeft, unknownId } from './extremes.ts'
import { type Action, fill, goOffline, press, pressInDialog, readRightToLeft } from './page-actions.ts'
import { alert, alertDialog, button, dialog, either, field, fieldError, heading, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { readMe, sendTransfer, listBeneficiaries, downloadReceipt } = endpoints

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
const longNames = { account_name: longName, bank_name: markup, bank_address: rightToLeft }
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
const collapsed = button('Saved beneficiaries (3)')
// In a narrow window the list is collapsed.
const list = either(button('Rename Erik Holm'), collapsed)
const expand: Action = async (page) => {
  await list(page).filter({ visible: true }).first().waitFor()
  if (await collapsed(page).isVisible()) await collapsed(page).click()
}
const rename = [expand, press('Rename Erik Holm')]

/** A transfer, from the empty form to the receipt. */
export const transferScreens: readonly Screen[] = [
  screen('transfer', '/transfer', 'new customer', {
    usual: { shows: form },
    loading: { arrange: [held(readMe)], shows: heading('Funds Transfer') },
    error: { arrange: [rateLimited(readMe, 1)], shows: text('Your account could not be loaded') },
    'not active': { as: 'bruno', shows: text(messages.account.inactive) },
    invalid: { act: [press('Review transfer')], shows: fieldError('amount') },
    'filled with doubts': {
      act: [type({ swift_code: 'NOPE', routing_number: 'NO9386011117948', amount: '1234.50' })],
      shows: text('You’re sending $1,234.50'),
    },
    'long names': { act: [type({ ...longNames, amount: '99.99' })], shows: form },
    'pin refused': {
      arrange: [refused(sendTransfer, 'pin_incorrect', { triesLeft: 3 })],
      act: [review(), confirm],
      shows: fieldError('transaction_pin'),
    },
    'right to left': { act: [readRightToLeft], shows: form },
  }),
  screen('beneficiaries', '/transfer', 'new customer', {
    usual: { arrange: [threeSaved], shows: list },
    'long name': { arrange: [saved('Erik Holm', 'שלום בע״מ', longName)], shows: list },
    rename: { arrange: [threeSaved], act: rename, shows: dialog },
    'rename invalid': {
      arrange: [threeSaved],
      act: [...rename, fill('name', ''), pressInDialog('Save')],
      shows: fieldError('name'),
    },
    remove: { arrange: [threeSaved], act: [expand, press('Remove Erik Holm')], shows: alertDialog },
  }),
  screen('transfer review', '/transfer', 'new customer', {
    usual: { act: [review()], shows: confirmButton },
    'more than there is': { act: [review({ amount: '100.01', swift_code: 'NOPE' })], shows: confirmButton },
    'long names': { act: [review(longNames)], shows: confirmButton },
    busy: { arrange: [held(sendTransfer)], act: [review(), confirm], shows: button('Sending…') },
    'no answer': {
      arrange: [unreachable(sendTransfer)],
      act: [review(), confirm],
      shows: heading('We’re checking this transfer'),
      tolerates: /net::ERR_FAILED/,
    },
    offline: {
      act: [review(), goOffline, confirm],
      shows: text('You are offline, and nothing has been sent'),
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
