import { expect } from '@playwright/test'
import { arrive, field, heading, test } from './bank.ts'

test('a visitor writes to the bank and gets a reference', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(heading(page)).toHaveText('Contact Support')
  await field(page, 'email').fill('visitor@example.com')
  await field(page, 'subject').fill('I cannot sign in')
  await field(page, 'message').fill('My telephone fell into the sea.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(heading(page)).toHaveText('We have your message')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText(/Reference\s*\S{6,}/)
})

test('the support form of a signed-in customer contains the email address', async ({ page, open }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await arrive(page, customer, '/support')
  await expect(field(page, 'email')).toHaveValue(customer.email)
})
