import { expect, type Page } from '@playwright/test'

import { arrive, field, heading, test } from './bank.ts'
import { confirmTransfer } from './transfer-form.ts'

test('by keyboard alone somebody filters the history, opens a transaction, steps to the next and closes it', async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/transfer')
  for (const account_name of ['Harbour Rent', 'Harbour Boat']) {
    await confirmTransfer(page, { account_name, amount: '10.00' })
    await expect(heading(page)).toHaveText('Transfer receipt')
    await page.getByRole('link', { name: 'Make another transfer' }).click()
  }
  await page.goto('/transactions')
  await expect(rows(page)).toHaveCount(3)

  await tabTo(page, 'Search')
  await page.keyboard.type('HARBOUR')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL('/transactions?q=HARBOUR')
  await page.keyboard.press('Tab')
  await page.keyboard.press('d')
  await expect(page).toHaveURL('/transactions?q=HARBOUR&type=debit')
  await page.reload()
  await expect(rows(page)).toHaveCount(2)

  await tabTo(page, /Harbour Boat.*details/)
  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: 'Transaction details' })
  await expect(details.getByText('Sent: the money left your account')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(details.getByText('Harbour Rent', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page.getByRole('button', { name: /Harbour Rent.*details/ })).toBeFocused()
  await expect(page).toHaveURL('/transactions?q=HARBOUR&type=debit')
})

test('a transaction can be sent again, printed alone, noted on and asked about', async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page, { account_name: 'Harbour Rent', amount: '10.00' })
  await page.getByRole('link', { name: 'View transactions' }).click()
  await page.getByRole('button', { name: /Harbour Rent.*details/ }).click()
  const details = page.getByRole('region', { name: 'Transaction details' })
  await details.getByLabel('Your note').fill('March')
  await details.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(details.getByText('Transaction id')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Print receipt' })).toBeHidden()
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeHidden()
  await expect(heading(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.reload()
  await expect(details.getByLabel('Your note')).toHaveValue('March')
  await details.getByRole('button', { name: 'Send again' }).click()
  await expect(heading(page)).toHaveText('Funds Transfer')
  await expect(page).toHaveURL('/transfer')
  await expect(field(page, 'account_name')).toHaveValue('Harbour Rent')
  await expect(field(page, 'amount')).toHaveValue('')
  await expect(field(page, 'transaction_pin')).toHaveValue('')

  await page.goBack()
  await details.getByRole('link', { name: 'Report a problem' }).click()
  await expect(page).toHaveURL(/\/support\?tx=/)
})

test('on a phone the filters are in a sheet', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, await open(), '/transactions')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('failed')
  // Behind the sheet. Until then the rows of before stand there, paler.
  await expect(page.getByText('No transactions found!')).toBeAttached()
  await sheet.getByRole('button', { name: 'Show transactions' }).click()
  await expect(page.getByText('No transactions found!')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Status: failed' }).click()
  await expect(rows(page)).toHaveCount(1)

  // What is open lies over the whole of a small screen, and is printed without what is under it.
  await page.getByRole('button', { name: 'Account funded, details' }).click()
  const details = page.getByRole('dialog', { name: 'Transaction details' })
  await expect(details.getByText('Arrived in your account')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(details.getByText('Transaction id')).toBeVisible()
  await expect(page.locator('#root')).toBeHidden()
})

/** The rows of the list, without the one that names the columns. */
function rows(page: Page) {
  return page.getByRole('table').locator('tbody tr')
}

/** Presses Tab until what has this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(name === 'Search' ? 'searchbox' : 'button', { name })
  for (let times = 0; times < 60; times++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}
