import { expect, type Page } from '@playwright/test'
import { arrive, field, heading, test } from './bank.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a customer adds a note to a transaction, prints it alone, sends it again and asks about it', async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page, { account_name: 'Harbour Rent', amount: '10.00' })
  await page.getByRole('link', { name: 'View transactions' }).click()
  await page.getByPlaceholder('Search').fill('-$10.00')
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await page.getByRole('button', { name: /Harbour Rent.*details/ }).click()
  const details = page.getByRole('region', { name: 'Transaction details' })
  await details.getByLabel('Your note').fill('March')
  await details.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(details.getByText('Transaction ID')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Print receipt' })).toBeHidden()
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeHidden()
  await expect(heading(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.reload()
  await expect(details.getByLabel('Your note')).toHaveValue('March')
  await details.getByRole('link', { name: 'Send again' }).click()
  await expect(heading(page)).toHaveText('Funds Transfer')
  await expect(page).toHaveURL(/\/transfer\?to=/)
  await expect(page.getByRole('main')).toContainText('Harbour Rent')
  await expect(field(page, 'amount')).toHaveValue(/^\d+\.\d\d$/)
  await expect(field(page, 'amount')).toBeFocused()
  await expect(field(page, 'transaction_pin')).toHaveValue('')

  await page.goBack()
  await details.getByRole('link', { name: 'Ask about this payment' }).click()
  await expect(page).toHaveURL(/\/support\?tx=/)
})

test('on a phone the filters of the history are in a sheet', { tag: '@gate' }, async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, await open(), '/transactions')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('failed')
  // Behind the sheet. Until then the previous rows are shown, paler.
  await expect(page.getByText('No transactions found!')).toBeAttached()
  await sheet.getByRole('button', { name: 'Show transactions' }).click()
  await expect(page.getByText('No transactions found!')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Status: failed' }).click()
  await expect(rows(page)).toHaveCount(1)

  // Open details cover a small screen, and are printed without the page under them.
  await page.getByRole('button', { name: 'Account funded, details' }).click()
  const details = page.getByRole('dialog', { name: 'Transaction details' })
  await expect(details.getByText('Arrived in your account')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(details.getByText('Transaction ID')).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
})

/** The rows of the list, without the one that names the columns. */
function rows(page: Page) {
  return page.getByRole('table').locator('tbody tr')
}
