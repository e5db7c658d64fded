import { expect } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, balance, field, heading, test, toast } from './bank.ts'

test('a customer opens a second account, moves money into it, and sees it in both histories', async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/dashboard')
  await page.getByRole('link', { name: 'Open another account' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Account type').selectOption('Online Account')
  await form.getByText('USD ($)').click()
  await form.getByLabel('Name').fill('Savings')
  await form.getByRole('button', { name: 'Open account' }).click()
  await expect(toast(page, 'Account opened')).toBeVisible()
  await expect(form).toBeHidden()
  const accounts = page.getByRole('list', { name: 'Accounts in USD' })
  await expect(accounts.getByRole('listitem')).toHaveCount(2)
  expect(await accessFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Move money' }).click()
  await expect(heading(page)).toHaveText('Between your accounts')
  await field(page, 'amount').fill('40')
  await page.getByRole('button', { name: 'Move money' }).click()
  await expect(toast(page, '$40.00 moved')).toBeVisible()

  await page.getByRole('link', { name: 'Transactions of Savings' }).click()
  const history = page.getByRole('table')
  await expect(history).toContainText(/From .?Checking Account/)
  await expect(history).toContainText('+$40.00')
  const choice = page.getByRole('button', { name: /^Account:/ })
  await expect(choice).toContainText('Savings')

  // The first view of the other account comes from the server, with the choice in it.
  await choice.click()
  await page.getByRole('link', { name: /^Checking Account/ }).click()
  await expect(history).toContainText(/To .?Savings/)
  await expect(history).toContainText('-$40.00')
  await page.goBack()
  await expect(choice).toContainText('Savings')
  await page.reload()
  await expect(history).toContainText(/From .?Checking Account/)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(balance(page)).toContainText('$40.00')
})
