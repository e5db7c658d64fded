import { customerTexts } from '@bank/contract/toast-texts/customers'
import { expect } from '@playwright/test'
import { arrive, balance, field, heading, signIn, test, toast } from './bank.ts'
import {
  confirmTransfer,
  confirmWithPin,
  expectTyped,
  openWholeForm,
  reloadWithDraft,
  reviewTransfer,
  sentRows,
  transfer,
} from './transfer-form.ts'

test('a customer sends $40.00 out of $100.00, sees the balance fall and the row pending', async ({
  page,
  open,
}) => {
  await signIn(page, await open({ balance: '100.00' }))
  await expect(balance(page)).toContainText('$100.00')
  await page.getByRole('navigation').getByRole('link', { name: 'Funds Transfer' }).click()
  await expect(heading(page)).toHaveText('Funds Transfer')
  for (const [name, value] of Object.entries(transfer())) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Review transfer' }).click()

  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('$40.00')
  await expect(page.getByRole('main')).toContainText('$60.00')
  await page.getByRole('button', { name: 'Confirm transfer' }).click()

  await expect(toast(page, customerTexts.transfer.done)).toBeVisible()
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(page.getByRole('main')).toContainText(/pending/i)
  const row = await sentRows(page)
  await expect(row).toContainText('-$40.00')
  await expect(row).toContainText(/pending/i)
  await expect(page.getByRole('row').filter({ hasText: 'Account funded' })).toContainText('+$100.00')

  // From the cache of the page, and then from the bank.
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(balance(page)).toContainText('$60.00')
  await expect(balance(page)).toContainText('$40.00 pending')
  await page.reload()
  await expect(balance(page)).toContainText('$60.00')
})

test('the review of a transfer leads back to the form and keeps everything that was typed', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  await reviewTransfer(page)
  await page.getByRole('link', { name: 'Change this transfer' }).click()
  await expect(field(page, 'amount')).toBeFocused()
  await expectTyped(page, transfer())
  await page.goBack()
  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(page.getByText('Northern Savings')).toBeVisible()
  await page.goBack()
  await expect(field(page, 'bank_name')).toHaveValue('Northern Savings')
})

test('the review of a transfer survives a reload, and asks only for the PIN', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  await reviewTransfer(page, { reference: 'Invoice 4711' })
  await expect(heading(page)).toHaveText('Check your transfer')
  await reloadWithDraft(page)
  await expect(page.getByText('Invoice 4711')).toBeVisible()
  await expect(page.getByText('Northern Savings')).toBeVisible()
  await expect(heading(page)).toHaveText('Check your transfer')
  await confirmWithPin(page, '1234')
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(page.getByRole('main')).toContainText('Invoice 4711')
})

test('a transfer to a customer of the same bank arrives at once', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  const receiver = await open({ balance: '0.00' })
  await arrive(page, await open({ fields: { name: 'Bruno Payer' } }), '/transfer')
  await confirmTransfer(page, { account_number: receiver.accountNumber, bank_name: ' true PENNY ' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(await sentRows(page)).toContainText(/success/i)

  await page.context().clearCookies()
  await arrive(page, receiver, '/dashboard')
  await expect(balance(page)).toContainText('$40.00')
  const row = page.getByRole('row').filter({ hasText: 'Transfer from Bruno Payer' })
  await expect(row).toContainText('+$40.00')
  await expect(row).toContainText(/success/i)
})

test('a transfer that an administrator sets to failed returns the money, and the customer sees it', async ({
  page,
  open,
  clara,
}) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  const answer = page.waitForResponse('**/api/transfers')
  await confirmTransfer(page)
  const { id } = (await (await answer).json()) as { id: string }
  await (await clara()).setStatus(id, 'failed')

  await page.goto('/transactions')
  const rows = page.getByRole('row').filter({ hasText: 'Erik Holm' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('returned')
  await expect(rows.last()).toContainText(/failed/i)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})

test('another transfer starts with an empty form', { tag: '@gate' }, async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page, { amount: '1.00' })
  await page.getByRole('link', { name: 'Make another transfer' }).click()
  await openWholeForm(page)
  for (const name of Object.keys(transfer())) await expect(field(page, name)).toHaveValue('')
})

test('a receipt can be reopened by its address, and only by the customer who paid', async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page)
  await expect(heading(page)).toHaveText('Transfer receipt')
  const address = page.url()
  await page.goto('/dashboard')
  await page.goto(address)
  await expect(page.getByRole('main')).toContainText('Erik Holm')

  await page.context().clearCookies()
  await arrive(page, await open(), address)
  await expect(page.getByText('This receipt could not be loaded')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Erik Holm')
})
