import { randomUUID } from 'node:crypto'
import type { AccountView } from '@bank/contract/accounts/view'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { staffTexts, waitsText } from '@bank/contract/toast-texts/staff'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, arriveElsewhere, balance, field, heading, test, toast } from './bank.ts'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'

test('a customer opens a second account, moves money into it, sees it in both histories, and closes it', async ({
  page,
  open,
}) => {
  const person = await open()
  await arrive(page, person, '/dashboard')
  await page.getByRole('link', { name: 'Open another account' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Account type').selectOption('Online Account')
  // Before an account in another currency is opened, its limits are told.
  await form.getByText('EUR (€)').click()
  await expect(form.getByRole('status')).toHaveText(
    'Only payments in EUR can fill this account, and it can send to accounts in EUR only. We don’t exchange money: you can’t move any between it and your other accounts.',
  )
  await form.getByText('USD ($)').click()
  await expect(form.getByRole('status')).toHaveText('')
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
  await expect(heading(page)).toHaveText('Transfer receipt')

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
  await choice.click()
  await page.getByRole('link', { name: 'All accounts' }).click()
  await expect(page).toHaveURL('/transactions?account=all')
  await expect(history).toContainText(/From .?Checking Account/)
  await expect(history).toContainText(/To .?Savings/)
  await expect(history).not.toContainText('Balance')
  await page.getByRole('button', { name: /^To .?Savings/ }).click()
  const details = page.getByRole('region', { name: 'Transaction details' })
  await details.getByLabel('Your note').fill('For the boat')
  await details.getByRole('button', { name: 'Save note' }).click()
  await expect(toast(page, 'Note saved')).toBeVisible()
  await page.reload()
  await expect(details.getByLabel('Your note')).toHaveValue('For the boat')
  await details.getByRole('button', { name: 'Close' }).click()
  await page.getByPlaceholder('Search').fill('boat')
  await expect(page.getByText('Showing 1–1 of 1')).toBeVisible()
  await choice.click()
  await page.getByRole('link', { name: /^Savings/ }).click()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(balance(page)).toContainText('$40.00')

  await page.getByRole('link', { name: 'All accounts' }).first().click()
  await page.getByRole('button', { name: 'More for Savings' }).click()
  await page.getByRole('button', { name: 'Close Savings' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByLabel('Move $40.00 to')).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Close account' }).click()
  await confirmClosing(page, person)
  const closed = page.getByRole('list', { name: 'Closed accounts' })
  await expect(closed).toContainText('Savings')
  await expect(accounts).toContainText('$100.00')
  await closed.getByRole('link', { name: 'Transactions of Savings' }).click()
  await expect(history).toContainText('-$40.00')
})

test('an administrator funds and deactivates a further account, from which the customer cannot send meanwhile', {
  tag: '@gate',
}, async ({ page, open, openPanel, browser }) => {
  const person = await open({ balance: '0.00' })
  const api = await visitor(person.cookies)
  const savings = { openingId: randomUUID(), accountType: 'online', currency: '$', name: 'Savings' }
  const { number } = await call<AccountView>(api, 'POST', '/api/accounts', savings)
  await api.dispose()
  await openPanel(page, `/admin/users/${person.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Savings' }).click()
  await page.getByRole('button', { name: 'Fund account' }).click()
  const funding = page.getByRole('dialog', { name: 'Fund account' })
  await funding.getByLabel('Amount').fill('30')
  await funding.getByRole('button', { name: 'Fund account' }).click()
  await expect(toast(page, staffTexts.fund.done)).toBeVisible()
  await expect(page.getByRole('table')).toContainText('+$30.00')
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await field(page, 'reason').fill('Card reported stolen')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate account' }).click()
  await expect(toast(page, staffTexts.deactivate.done)).toBeVisible()

  const own = await arriveElsewhere(browser, person, `/transfer?account=${number}`)
  await expect(own.getByText(customerTexts.account.inactive)).toBeVisible()
  await expect(own.getByRole('main')).toContainText('$30.00')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate account' }).click()
  await expect(toast(page, staffTexts.activate.done)).toBeVisible()
  await expect(own.getByRole('heading', { name: 'Who do you want to pay?' })).toBeVisible()
  // The main account was neither funded nor deactivated.
  await own.goto('/dashboard')
  await expect(balance(own)).toContainText('$0.00')
  await own.context().close()
})

test('a customer closes the main account, two administrators reopen it, and the customer goes on using it', {
  tag: '@gate',
}, async ({ page, open, openPanel, browser, clara }) => {
  const person = await open({ balance: '0.00' })
  const own = await arriveElsewhere(browser, person, '/accounts')
  await own.getByRole('button', { name: 'More for Checking Account' }).click()
  await own.getByRole('button', { name: 'Close Checking Account' }).click()
  const question = own.getByRole('alertdialog')
  await expect(question).toContainText('you can log in for 30 days more')
  await question.getByRole('button', { name: 'Close account' }).click()
  await confirmClosing(own, person)
  await own.goto('/dashboard')
  await expect(own.getByRole('heading', { name: 'This account is closed' })).toBeVisible()

  await openPanel(page, `/admin/users/${person.id}`)
  await expect(page.getByRole('button', { name: 'Fund account' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reopen account' }).click()
  await field(page, 'reason').fill('Closed by mistake')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen account' }).click()
  await expect(toast(page, waitsText)).toBeVisible()
  await (await clara()).approve(person.id)
  await page.getByRole('button', { name: 'Fund account' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('20')
  await page.getByRole('dialog').getByRole('button', { name: 'Fund account' }).click()
  await expect(toast(page, staffTexts.fund.done)).toBeVisible()
  await expect(balance(own)).toContainText('$20.00')
  await own.context().close()
})

async function confirmClosing(page: Page, { password }: Customer): Promise<void> {
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByLabel('Current password', { exact: true }).fill(password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Account closed')).toBeVisible()
}
