import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { arriveElsewhere, balance, fieldError, heading, test, toast } from './bank.ts'
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
