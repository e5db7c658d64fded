import { messages } from '@bank/contract/messages'
import type { TransactionPage } from '@bank/contract/transactions/view'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { arriveElsewhere, balance, field, fieldError, heading, test, toast } from './bank.ts'
import type { Customer } from './customer.ts'
import { passcode } from './demo-people.ts'
import { call, visitor } from './endpoints.ts'
import { openPanel } from './open-panel.ts'

// What the bank's staff do, through their own screens.

test('an administrator enters the passcode, finds a customer, activates and funds the account, and sets each status', async ({
  page,
  open,
  browser,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  await openPanel(page)
  await page.getByLabel('Search by email').fill(customer.email.toUpperCase())
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: customer.name }).click()
  await expect(heading(page)).toHaveText('User Details')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(toast(page, messages.activate.done)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()

  await page.getByRole('button', { name: 'Fund account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fund account' })
  await dialog.getByRole('button', { name: 'Fund account' }).click()
  await expect(fieldError(page, 'amount')).toContainText('Amount is required')
  await dialog.getByLabel('Amount').fill('75')
  await dialog.getByRole('button', { name: 'Fund account' }).click()
  await expect(toast(page, messages.fund.done)).toBeVisible()
  await expect(page.getByRole('table')).toContainText('+$75.00')

  const own = await arriveElsewhere(browser, customer, '/dashboard')
  await expect(balance(own)).toContainText('$75.00')

  for (const [status, held] of [
    ['failed', '$0.00'],
    ['pending', '$0.00'],
    ['success', '$75.00'],
  ] as const) {
    await page.getByRole('button', { name: /Account funded/ }).click()
    const editor = page.getByRole('dialog', { name: 'Transaction status' })
    await editor.getByText(status, { exact: true }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, messages.status.done).first()).toBeVisible()
    await expect(editor).toBeHidden()
    // Nobody touches the customer's window.
    await expect(own.getByRole('table')).toContainText(status)
    await expect(balance(own)).toContainText(held)
  }
  await own.context().close()
})

test('an administrator who decides on a status sees that another administrator has changed it meanwhile', async ({
  page,
  open,
  clara,
  browser,
}) => {
  const customer = await open()
  const dora = await open()
  await (await clara()).makeAdministrator(dora.id)
  const userPage = `/admin/users/${customer.id}`

  await openPanel(page)
  await page.goto(userPage)
  const claras = await openStatus(page)
  const doras = await openStatus(await openPanelElsewhere(browser, dora, userPage))

  // Both have the dialog open, and hear of changes.
  await claras.getByText('pending', { exact: true }).click()
  await setTo(doras, 'failed')
  await expect(doras).toBeHidden()
  await expect(claras).toContainText('The status has changed in the meantime: it is failed now')
  await setTo(claras, 'pending')
  await expect(toast(page, messages.status.done).first()).toBeVisible()
  await expect(claras).toBeHidden()

  // In a window on whose live connection nothing comes, the bank tells when the decision arrives.
  const deaf = await page.context().newPage()
  await deaf.routeWebSocket(/\/api\/live$/, () => {})
  await deaf.goto(userPage)
  const unheard = await openStatus(deaf)
  await (await clara()).setStatus(await fundingOf(customer), 'success')
  await setTo(unheard, 'failed')
  await expect(unheard).toContainText('The status has changed in the meantime: it is success now')
  // Behind the dialog the page has read it again.
  await expect(deaf.locator('table')).toContainText('success')
  await setTo(unheard, 'failed')
  await expect(unheard).toBeHidden()
  await expect(page.getByRole('table')).toContainText('failed')
  await doras.page().context().close()
})

/** The dialog of the customer's funding. */
async function openStatus(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /Account funded/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Transaction status' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function setTo(dialog: Locator, status: string): Promise<void> {
  await dialog.getByText(status, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
}

/** The admin panel of another administrator in another browser, on this page. */
async function openPanelElsewhere(browser: Browser, administrator: Customer, path: string): Promise<Page> {
  const page = await arriveElsewhere(browser, administrator, '/admin')
  await field(page, 'passcode').fill(passcode())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('User Management')
  await page.goto(path)
  return page
}

async function fundingOf({ cookies }: Customer): Promise<string> {
  const api = await visitor(cookies)
  const { transactions } = await call<TransactionPage>(api, 'GET', '/api/transactions')
  await api.dispose()
  return transactions[0]!.id
}
