import { pageAt, pageList } from '@bank/contract/pages'
import { test } from '@bank/e2e/bank'
import { saveBeneficiaries } from '@bank/e2e/beneficiary'
import type { Customer } from '@bank/e2e/customer'
import type { Cookies } from '@bank/e2e/endpoints'
import { pay } from '@bank/e2e/pay'
import { expect, type Page } from '@playwright/test'
import { addressOf, cookiesOf, openSavings } from '../states/people.ts'
import { arrivals, lostControls, lostTyping } from './page-start.ts'

/** The first views that have a form of their own, beside those of the page list. */
const further = ['/transfer?to=new', '/settings?tab=pin', '/statement?from=2026-01-01&to=2026-01-31']

for (const address of [...pageList.map(({ path }) => path), ...further]) {
  test(`${address} keeps its controls and what is typed while it starts @gate`, async ({ page, open }) => {
    await page.context().addCookies(await cookiesFor(address, open))
    await expectKept(page, await addressOf(address))
  })
}

test('a receipt keeps its controls while it starts @gate', async ({ page, open }) => {
  const customer = await open()
  const [paid] = await pay(customer, 'Ada', 1)
  await page.context().addCookies(customer.cookies)
  await expectKept(page, `/transfer?step=receipt&tx=${paid!.transactionId}`)
})

test('the transfer page of a customer who cannot send keeps its controls while it starts @gate', async ({
  page,
  open,
}) => {
  await page.context().addCookies((await open({ active: false, balance: '0.00' })).cookies)
  await expectKept(page, '/transfer')
})

test('the choice of a payee keeps its links while the page starts', async ({ page, open }) => {
  await page.context().addCookies((await settledCustomer(open)).cookies)
  expect(await lostControls(page, '/transfer', 'in order')).toEqual([])
})

test('the sign-in form keeps what is typed while the page starts', async ({ page }) => {
  expect(await lostTyping(page, '/', 'in order')).toEqual([])
})

/** Opens a page at each width with both orders of its scripts: nothing that it shows or that is typed into it may be lost. */
async function expectKept(page: Page, path: string): Promise<void> {
  test.slow()
  for (const arrival of arrivals) {
    for (const width of [390, 800, 1_440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await lostControls(page, path, arrival), `${width} px, ${arrival}`).toEqual([])
    }
    expect(await lostTyping(page, path, arrival), arrival).toEqual([])
  }
}

async function cookiesFor(address: string, open: () => Promise<Customer>): Promise<Cookies> {
  const { audience } = pageAt(address.replace(/\?.*/, ''))!
  if (audience === 'administrator') return cookiesOf('clara')
  if (audience === 'elevated') return cookiesOf('clara elevated')
  return audience === 'customer' ? (await settledCustomer(open)).cookies : []
}

/** A customer with accounts in two currencies, and as many payees as have a search field. */
async function settledCustomer(open: () => Promise<Customer>): Promise<Customer> {
  const customer = await open()
  await openSavings(customer.cookies, 'EUR')
  const payees = ['Ada', 'Ben', 'Cem', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal'].map((name, at) => {
    return { account_name: name, account_number: `987654321${at}` }
  })
  await saveBeneficiaries(customer, payees)
  return customer
}
