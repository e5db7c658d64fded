import type { SavedBeneficiaryList } from '@bank/contract/beneficiaries/view'
import { messages } from '@bank/contract/messages'
import { field, fieldError, heading } from '@bank/e2e/bank'
import { confirmTransfer, reviewTransfer, transfer } from '@bank/e2e/transfer-form'
import type { Page } from '@playwright/test'
import { inTurn, press, pressInWindow } from './actions.ts'
import { altered, held, refused, unreachable } from './answers.ts'
import { longName, markup, readFromTheRight, rightToLeft } from './extremes.ts'
import type { Screen } from './screen.ts'

const form = (page: Page) => field(page, 'amount')
const confirm = press('Confirm transfer')
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm transfer' })
const review = (page: Page) => reviewTransfer(page)
const titled = (title: string) => (page: Page) => heading(page).filter({ hasText: title })

const renameErik = (page: Page) => page.getByRole('button', { name: 'Rename Erik Holm' })
const folded = (page: Page) => page.getByRole('button', { name: 'Saved beneficiaries (3)' })

/** Sending money, from the empty form to the receipt. */
export const transferScreens: readonly Screen[] = [
  {
    name: 'transfer',
    path: '/transfer',
    as: 'dora',
    states: [
      { name: 'usual', settled: form },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/me'),
        settled: titled('Funds Transfer'),
      },
      {
        name: 'error',
        arrange: (page) => refused(page, '/api/me', 'too_many_attempts', { facts: { minutes: 1 } }),
        settled: (page) => page.getByText('Your account could not be loaded'),
      },
      { name: 'not active', as: 'bruno', settled: (page) => page.getByText(messages.account.inactive) },
      { name: 'invalid', act: press('Review transfer'), settled: (page) => fieldError(page, 'amount') },
      {
        name: 'filled with doubts',
        act: (page) =>
          fill(page, { swift_code: 'NOPE', routing_number: 'NO9386011117948', amount: '1234.50' }),
        settled: (page) => page.getByText("You're sending $1,234.50"),
      },
      {
        name: 'long names',
        act: (page) =>
          fill(page, {
            account_name: longName,
            bank_name: markup,
            bank_address: rightToLeft,
            amount: '99.99',
          }),
        settled: form,
      },
      {
        name: 'pin refused',
        arrange: (page) =>
          refused(page, '/api/transfers', 'pin_incorrect', { method: 'POST', facts: { triesLeft: 3 } }),
        act: inTurn(review, confirm),
        settled: (page) => fieldError(page, 'transaction_pin'),
      },
      { name: 'right to left', act: readFromTheRight, settled: form },
    ],
  },
  {
    name: 'beneficiaries',
    path: '/transfer',
    as: 'dora',
    states: [
      {
        name: 'usual',
        arrange: saved,
        settled: (page) => renameErik(page).or(folded(page)),
      },
      {
        name: 'long name',
        arrange: (page) => savedAs(page, ['Erik Holm', 'שלום בע״מ', longName]),
        settled: (page) => renameErik(page).or(folded(page)),
      },
      {
        name: 'rename',
        arrange: saved,
        act: inTurn(unfold, press('Rename Erik Holm')),
        settled: (page) => page.getByRole('dialog'),
      },
      {
        name: 'rename invalid',
        arrange: saved,
        act: inTurn(
          unfold,
          press('Rename Erik Holm'),
          (page) => field(page, 'name').fill(''),
          pressInWindow('Save'),
        ),
        settled: (page) => fieldError(page, 'name'),
      },
      {
        name: 'remove',
        arrange: saved,
        act: inTurn(unfold, press('Remove Erik Holm')),
        settled: (page) => page.getByRole('alertdialog'),
      },
    ],
  },
  {
    name: 'transfer review',
    path: '/transfer',
    as: 'dora',
    states: [
      { name: 'usual', act: review, settled: confirmButton },
      {
        name: 'more than there is',
        act: (page) => reviewTransfer(page, { amount: '100.01', swift_code: 'NOPE' }),
        settled: confirmButton,
      },
      {
        name: 'long names',
        act: (page) =>
          reviewTransfer(page, { account_name: longName, bank_name: markup, bank_address: rightToLeft }),
        settled: confirmButton,
      },
      {
        name: 'busy',
        arrange: (page) => held(page, '/api/transfers', 'POST'),
        act: inTurn(review, confirm),
        settled: (page) => page.getByRole('button', { name: 'Sending…' }),
      },
      {
        name: 'no answer',
        arrange: (page) => unreachable(page, '/api/transfers', 'POST'),
        act: inTurn(review, confirm),
        settled: titled("We're checking this transfer"),
        tolerates: /net::ERR_FAILED/,
      },
      {
        name: 'offline',
        act: inTurn(review, (page) => page.context().setOffline(true), confirm),
        settled: (page) => page.getByText('You are offline, and nothing has been sent'),
        tolerates: /ERR_INTERNET_DISCONNECTED/,
      },
    ],
  },
  {
    name: 'transfer receipt',
    path: '/transfer',
    as: 'dora',
    states: [
      { name: 'usual', act: (page) => confirmTransfer(page), settled: titled('Transfer receipt') },
      {
        name: 'long names',
        act: (page) =>
          confirmTransfer(page, { account_name: longName, bank_name: markup, bank_address: rightToLeft }),
        settled: titled('Transfer receipt'),
      },
      {
        name: 'file under way',
        arrange: (page) => held(page, /\/receipt\.pdf$/),
        act: inTurn((page) => confirmTransfer(page), press('Download receipt')),
        settled: (page) => page.getByRole('button', { name: 'Preparing receipt…' }),
      },
      {
        name: 'not found',
        query: '?step=receipt&tx=019a0000-0000-7000-8000-000000000000',
        settled: (page) => page.getByRole('alert'),
      },
    ],
  },
]

async function fill(page: Page, fields: Parameters<typeof transfer>[0]): Promise<void> {
  for (const [name, value] of Object.entries(transfer(fields))) await field(page, name).fill(value)
}

/** On small screens the list is folded away. */
async function unfold(page: Page): Promise<void> {
  await renameErik(page).or(folded(page)).filter({ visible: true }).first().waitFor()
  if (await folded(page).isVisible()) await folded(page).click()
}

/** Three people are saved. */
function saved(page: Page): Promise<void> {
  return savedAs(page, ['Erik Holm', 'שלום בע״מ', 'Harbour Rentals'])
}

function savedAs(page: Page, names: readonly string[]): Promise<void> {
  const erik = {
    accountName: 'Erik Holm',
    accountNumber: '9876543210',
    bankName: 'Northern Savings',
    bankAddress: '1 Quay Road, Oslo',
    swiftCode: 'DNBANOKK',
    routingNumber: 'NO9386011117947',
  }
  const id = '019a0000-0000-7000-8000-00000000000'
  return altered<SavedBeneficiaryList>(page, '/api/beneficiaries', () => ({
    beneficiaries: names.map((name, at) => ({
      ...erik,
      id: `${id}${at}`,
      name,
    })),
  }))
}
