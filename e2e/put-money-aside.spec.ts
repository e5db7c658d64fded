import { expect } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, balance, test, toast } from './bank.ts'
import { reviewTransfer } from './transfer-form.ts'

test('a customer opens a pot, adds money, sees a transfer rounded up as its review said, and takes the money out', async ({
  page,
  open,
}) => {
  // A transfer inside the bank cannot be taken back, so it is rounded up immediately.
  const { accountNumber } = await open({ fields: { name: 'Erik Holm' }, balance: '0.00' })
  await arrive(page, await open(), '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pots' }).click()
  await page.getByRole('button', { name: 'Open a pot' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Holidays')
  await form.getByLabel('Goal').fill('200')
  await form.getByRole('button', { name: 'Open pot' }).click()
  await expect(toast(page, 'Pot opened')).toBeVisible()

  const pot = page.getByRole('list', { name: 'Your pots' }).getByRole('listitem')
  await pot.getByRole('button', { name: 'Add money to Holidays' }).click()
  await form.getByLabel('Amount').fill('20')
  await form.getByRole('button', { name: 'Add money' }).click()
  await expect(pot).toContainText('$20.00')
  await pot.getByRole('switch', { name: 'Round up transfers into Holidays' }).click()
  await expect(pot.getByRole('switch')).toBeChecked()
  expect(await accessFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Funds Transfer' }).first().click()
  // The form stays mounted behind the review.
  const fact = (name: string) => page.locator(`dt:has-text("${name}") + dd`).filter({ visible: true })
  await reviewTransfer(page, { amount: '10.25', account_number: accountNumber, bank_name: 'Truepenny' })
  await expect(fact('Round-up to Holidays')).toHaveText('$0.75')
  await expect(fact('Balance after')).toHaveText('$69.00')
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  // The bank rounds up in the background, and tells the page.
  await expect(fact('Round-up')).toHaveText('$0.75 to Holidays')
  await expect(fact('Balance after')).toHaveText('$69.00')
  await page.getByRole('link', { name: 'View transactions' }).click()
  await expect(page.getByRole('table')).toContainText('Rounded up into your pot “Holidays”')
  await expect(page.getByRole('table')).toContainText('-$0.75')

  const dashboard = page.getByRole('link', { name: 'Dashboard', exact: true }).first()
  await dashboard.click()
  await expect(balance(page)).toContainText('$69.00')
  await expect(pot).toContainText('$20.75')
  await expect(page.getByText(/^Total/)).toHaveText('Total $89.75 = $69.00 in accounts + $20.75 in pots')
  await page.getByRole('link', { name: 'All pots' }).click()
  await pot.getByRole('button', { name: 'Take out from Holidays' }).click()
  await form.getByLabel('Amount').fill('20.75')
  await form.getByRole('button', { name: 'Take money out' }).click()
  await expect(pot).toContainText('$0.00')
  await dashboard.click()
  await expect(balance(page)).toContainText('$89.75')
})
