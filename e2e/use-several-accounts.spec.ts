import { expect } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, balance, field, heading, test, toast } from './bank.ts'

test('a customer opens a second account, moves money into it, sees it in both histories, and closes it', async ({
  page,
  open,
}) => {
  const person = await open()
  await arrive(page, person, '/dashboard')
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

  await page.getByRole('link', { name: 'All accounts' }).first().click()
  await page.getByRole('button', { name: 'Close Savings' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByLabel('Move $40.00 to')).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Close account' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByLabel('Current password', { exact: true }).fill(person.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Account closed')).toBeVisible()
  const closed = page.getByRole('list', { name: 'Closed accounts' })
  await expect(closed).toContainText('Savings')
  await expect(accounts).toContainText('$100.00')
  await closed.getByRole('link', { name: 'Transactions of Savings' }).click()
  await expect(history).toContainText('-$40.00')
})
