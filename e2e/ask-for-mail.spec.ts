import { expect } from '@playwright/test'
import { arrive, heading, test, toast } from './bank.ts'
import { mailTo } from './mailbox.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a customer turns on mail about transfers by keyboard, sends one, and receives the mail', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open()
  await arrive(page, customer, '/settings')
  const sent = page.getByRole('switch', { name: 'Transfer sent' })
  await expect(sent).not.toBeChecked()
  await sent.focus()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Saved')).toBeVisible()
  await page.reload()
  await expect(sent).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Security alerts' })).toBeDisabled()

  await page.goto('/transfer')
  await confirmTransfer(page, { amount: '12.50' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  const mail = await mailTo(customer.email, 'Transfer sent')
  expect(mail.text).toContain('You sent $12.50 to')
})
