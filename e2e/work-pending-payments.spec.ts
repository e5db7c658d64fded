import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { heading, holdToast, test, toast } from './bank.ts'
import { countClicks, expectClicks } from './clicks.ts'
import { pay } from './pay.ts'

// The work of a back office with many payments, and how many clicks it takes.

/** Reloads the list until the job has listed so many payments. */
async function expectListed(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text)).toBeVisible()
}

test('an administrator settles twenty pending payments in three clicks, and undoes it in one', async ({
  page,
  open,
  openPanel,
}) => {
  const customer = await open()
  const payee = `Payee${randomUUID().slice(0, 8)}`
  await pay(customer, payee, 20)
  await openPanel(page, `/admin/transactions?status=pending&q=${payee}`)
  await expectListed(page, 'Showing 1–20 of 20')
  expect(await accessFaults(page)).toEqual([])

  await countClicks(page)
  await page.getByLabel('Select all rows of this page').click()
  await expect(page.getByText('20 selected: $20.00')).toBeVisible()
  await page.getByRole('button', { name: 'Set status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set status' })
  await expect(dialog).toContainText('20 transactions to success: $20.00')
  expect(await accessFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Set to success' }).click()
  await holdToast(page, '20 transactions set to success')
  await expectClicks(page, 3)
  await expect(page.getByText('No transactions')).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '20 transactions set back')).toBeVisible()
  await expectListed(page, 'Showing 1–20 of 20')
})

test('an administrator reaches the oldest pending payment from the overview in two clicks', async ({
  page,
  open,
  openPanel,
}) => {
  await pay(await open(), 'Nina Weber', 1)
  await openPanel(page, '/admin/overview')
  await countClicks(page)
  await page.getByRole('link', { name: 'All pending transactions' }).click()
  await expect(heading(page)).toHaveText('Transactions')
  const oldest = page.getByRole('table').getByRole('row').nth(1)
  await oldest.getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'Transaction status' })).toBeVisible()
  await expectClicks(page, 2)
})

test('an administrator finds a payment by its reference with the keyboard alone, and a selection takes Shift', async ({
  page,
  open,
  openPanel,
}) => {
  const payee = `Payee${randomUUID().slice(0, 8)}`
  const [paid] = await pay(await open(), payee, 4)
  await openPanel(page, `/admin/transactions?status=pending&q=${payee}`)
  await expectListed(page, 'Showing 1–4 of 4')
  const boxes = page.getByRole('table').getByRole('checkbox')
  await boxes.nth(1).focus()
  await page.keyboard.press('Space')
  await boxes.nth(3).focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('3 selected: $3.00')).toBeVisible()

  await countClicks(page)
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox')
  await expect(search).toBeFocused()
  await page.keyboard.type(paid!.reference)
  await expect(page.getByRole('option')).toHaveCount(1)
  expect(await accessFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Transaction status' })).toContainText(payee)
  await expectClicks(page, 0)
})
