import { expect } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, balance, field, heading, test, toast } from './bank.ts'
import { reviewTransfer, transfer } from './transfer-form.ts'

test('a customer schedules a weekly payment that begins today, changes it, leaves a day out and stops it', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  await page.getByRole('button', { name: 'Pay later or repeatedly' }).click()
  await field(page, 'firstDay').fill(new Date().toISOString().slice(0, 10))
  await field(page, 'repeat').selectOption('weekly')
  expect(await accessFaults(page)).toEqual([])
  await reviewTransfer(page, transfer({ amount: '40.00' }))
  await expect(page.getByRole('region', { name: 'This transfer' })).toContainText(/Every \w+day, first on/)
  await page.getByRole('button', { name: 'Schedule payment' }).click()
  await expect(heading(page)).toHaveText('Scheduled')
  // The job makes the payment of today in its next round.
  await expect(page.getByRole('link', { name: 'paid' })).toBeVisible()
  await expect(page.getByText('your balance falls below zero: add $20.00 by then')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Next payments' })).toContainText('Balance -$20.00')
  expect(await accessFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Change the payment to Erik Holm' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('25.00')
  await field(page, 'transaction_pin').fill('1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Scheduled payment changed')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$25.00')
  await page.getByRole('button', { name: 'Skip next payment to Erik Holm' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip next' }).click()
  await expect(page.getByText(/: left out$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop the payment to Erik Holm' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop payment' }).click()
  await expect(page.getByText('You stopped it')).toBeVisible()
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')
})
