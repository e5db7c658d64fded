import { expect } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, fieldError, heading, test, toast } from './bank.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a limit for a day and a freeze each stop a transfer, which is sent after the password is entered', async ({
  page,
  open,
}) => {
  const person = await open()
  await arrive(page, person, '/limits')
  const limits = page.getByRole('form', { name: 'Limits in USD ($)' })
  await limits.getByLabel('Per day').fill('30')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits).toContainText('$0.00 of $30.00')
  await page.goto('/transfer')
  await confirmTransfer(page, { amount: '30.01' })
  await expect(fieldError(page, 'amount')).toContainText(
    'This would exceed your day limit of $30.00. You can send $30.00 until',
  )

  await page.goto('/limits')
  await page.getByRole('button', { name: 'Freeze payments' }).click()
  await expect(page.getByRole('button', { name: 'Unfreeze payments' })).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await page.goto('/transfer')
  await expect(page.getByRole('main')).toContainText('frozen')

  await page.goto('/limits')
  await page.getByRole('button', { name: 'Unfreeze payments' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByLabel('Current password', { exact: true }).fill(person.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Payments unfrozen')).toBeVisible()
  await page.goto('/transfer')
  await confirmTransfer(page, { amount: '30.00' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/limits')
  await expect(limits).toContainText('$30.00 of $30.00')
})
