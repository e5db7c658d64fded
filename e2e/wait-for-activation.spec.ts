import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { balance, signIn, test } from './bank.ts'
import { reviewTransfer } from './transfer-form.ts'

test('a customer who is not yet active is told so, can ask for help, and cannot send', async ({
  page,
  open,
}) => {
  await signIn(page, await open({ active: false }))
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('24 hours')
  await expectAccessible(page)

  await page.goto('/transfer')
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeHidden()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await expect(page).toHaveURL(/\/support/)
})

test('once activated, the same customer sees the account', async ({ page, open, administer }) => {
  const customer = await open({ active: false, balance: '25.00' })
  await signIn(page, customer)
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
  await administer(({ activate }) => activate(customer.id))
  await page.reload()
  await expect(balance(page)).toContainText('$25.00')
})

test('a customer who is deactivated in the middle of a transfer is refused and pays nothing', async ({
  page,
  open,
  administer,
}) => {
  const customer = await open()
  await signIn(page, customer)
  await reviewTransfer(page)
  await administer(({ deactivate }) => deactivate(customer.id))
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(page.getByText(messages.account.inactive).first()).toBeVisible()
})
