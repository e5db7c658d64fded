import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { balance, field, signIn, test, toast } from './bank.ts'
import { confirmTransfer, reviewTransfer, transfer } from './transfer-form.ts'

test('a customer sends $40.00 out of $100.00, sees the balance fall and the row pending', async ({
  page,
  open,
}) => {
  await signIn(page, await open({ balance: '100.00' }))
  await expect(balance(page)).toContainText('$100.00')
  await expectAccessible(page)

  await page.getByRole('navigation').getByRole('link', { name: 'Funds Transfer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Funds Transfer')
  await expectAccessible(page)
  for (const [name, value] of Object.entries(transfer())) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Review transfer' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your transfer')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('$40.00')
  await expect(page.getByRole('main')).toContainText('$60.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()

  await expect(toast(page, messages.transfer.done)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/pending/i)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View transactions' }).click()

  const row = page.getByRole('row').filter({ hasText: 'Erik Holm' })
  await expect(row).toContainText('-$40.00')
  await expect(row).toContainText(/pending/i)
  await expect(page.getByRole('row').filter({ hasText: 'Account funded' })).toContainText('+$100.00')
  await expectAccessible(page)

  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')
})

test('the review leads back to a field and keeps everything that was typed', async ({ page, open }) => {
  await signIn(page, await open())
  await reviewTransfer(page)
  await page.getByRole('main').getByText('Change').first().click()
  await expect(field(page, 'bank_name')).toHaveValue('Northern Savings')
  await page.goBack()
  await page.goForward()
  await expect(field(page, 'bank_name').or(page.getByText('Northern Savings'))).toBeVisible()
})

test('what an administrator decides moves the money back, and the customer sees it', async ({
  page,
  open,
  administer,
}) => {
  await signIn(page, await open({ balance: '100.00' }))
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/transfers'))
  await confirmTransfer(page)
  const { id } = (await (await answer).json()) as { id: string }
  await administer(({ setStatus }) => setStatus(id, 'failed'))

  await page.goto('/transactions')
  await expect(page.getByRole('row').filter({ hasText: 'Erik Holm' })).toContainText(/failed/i)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})

test('another transfer starts with an empty form', async ({ page, open }) => {
  await signIn(page, await open())
  await confirmTransfer(page, { amount: '1.00' })
  await page.getByText('Make another transfer').click()
  await expect(field(page, 'account_name')).toHaveValue('')
  await expect(field(page, 'amount')).toHaveValue('')
})
