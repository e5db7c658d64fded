import { staffTexts } from '@bank/contract/toast-texts/staff'
import type { TransactionPage } from '@bank/contract/transactions/view'
import { expect, type Locator, type Page } from '@playwright/test'
import { arriveElsewhere, balance, fieldError, heading, holdToast, test, toast } from './bank.ts'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'
import { signInToPanel } from './sign-in-to-panel.ts'

// What the bank's staff do, through their own screens.

test('an administrator enters the passcode, finds a customer, activates and funds the account, sets each status, and deactivates the account', async ({
  page,
  open,
  browser,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  await signInToPanel(page)
  await page.getByLabel('Search by email').fill(customer.email.toUpperCase())
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: customer.name }).click()
  await expect(heading(page)).toHaveText('User Details')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(toast(page, staffTexts.activate.done)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()

  await page.getByRole('button', { name: 'Fund account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fund account' })
  await dialog.getByRole('button', { name: 'Fund account' }).click()
  await expect(fieldError(page, 'amount')).toContainText('Amount is required')
  await dialog.getByLabel('Amount').fill('75')
  await dialog.getByRole('button', { name: 'Fund account' }).click()
  await expect(toast(page, staffTexts.fund.done)).toBeVisible()
  await expect(page.getByRole('table')).toContainText('+$75.00')

  const own = await arriveElsewhere(browser, customer, '/dashboard')
  await expect(balance(own)).toContainText('$75.00')

  for (const [status, held, effect] of [
    ['failed', '$0.00', `Takes $75.00 from ${customer.name}.`],
    ['pending', '$0.00', 'Changes no customer’s balance.'],
    ['success', '$75.00', `Adds $75.00 to ${customer.name}.`],
  ] as const) {
    await page
      .getByRole('button', { name: /Account funded/ })
      .first()
      .click()
    const editor = page.getByRole('dialog', { name: 'Transaction status' })
    await editor.getByText(status, { exact: true }).click()
    await expect(editor).toContainText(effect)
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, staffTexts.status.done).first()).toBeVisible()
    await expect(editor).toBeHidden()
    // The customer's window changes by itself.
    await expect(own.getByRole('table')).toContainText(status)
    await expect(balance(own)).toContainText(held)
  }

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const deactivation = page.getByRole('dialog', { name: `Deactivate ${customer.name}’s account?` })
  await deactivation.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(fieldError(page, 'reason')).toContainText('Reason is required')
  await deactivation.getByLabel('Reason').fill('Card reported stolen')
  await deactivation.getByRole('button', { name: 'Deactivate account' }).click()
  await holdToast(page, staffTexts.deactivate.done)
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
  await expect(heading(own)).toHaveText('Welcome Back')
  await toast(page, staffTexts.deactivate.done).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, staffTexts.activate.done)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await own.context().close()
})

test('an administrator who changes a status sees that another administrator has changed it meanwhile', {
  tag: '@gate',
}, async ({ page, open, clara, openPanel, browser }) => {
  const customer = await open()
  const userPage = `/admin/users/${customer.id}`

  await openPanel(page, userPage)
  const own = await openStatus(page)
  const colleague = await (await browser.newContext()).newPage()
  await openPanel(colleague, userPage)
  const others = await openStatus(colleague)

  // Both have the dialog open, and a live connection.
  await own.getByText('pending', { exact: true }).click()
  await setTo(others, 'failed')
  await expect(others).toBeHidden()
  await expect(own).toContainText('The status has changed in the meantime: it is failed now')
  await setTo(own, 'pending')
  await expect(toast(page, staffTexts.status.done).first()).toBeVisible()
  await expect(own).toBeHidden()

  // In a window whose live connection is silent, the bank refuses the decision.
  const silent = await page.context().newPage()
  await silent.routeWebSocket(/\/api\/live$/, () => {})
  await silent.goto(userPage)
  const stale = await openStatus(silent)
  await (await clara()).setStatus(await fundingOf(customer), 'success')
  await setTo(stale, 'failed')
  await expect(stale).toContainText('The status has changed in the meantime: it is success now')
  // Behind the dialog the page has read it again.
  await expect(silent.locator('table')).toContainText('success')
  await setTo(stale, 'failed')
  await expect(stale).toBeHidden()
  await expect(page.getByRole('table')).toContainText('failed')
  await colleague.context().close()
})

/** The dialog of the customer's funding. */
async function openStatus(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /Account funded/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Transaction status' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function setTo(dialog: Locator, status: string): Promise<void> {
  await dialog.getByText(status, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
}

async function fundingOf({ cookies }: Customer): Promise<string> {
  const api = await visitor(cookies)
  const { transactions } = await call<TransactionPage>(api, 'GET', '/api/transactions')
  await api.dispose()
  return transactions[0]!.transactionId
}
