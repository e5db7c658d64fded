import { expect } from '@playwright/test'

import { field, heading, test } from './bank.ts'
import { mailTo } from './mailbox.ts'

test('an administrator answers a visitor’s message in the bank, and the visitor gets the mail', async ({
  page,
  openPanel,
}) => {
  const email = `visitor.${Date.now()}@example.com`
  await page.goto('/support')
  await field(page, 'email').fill(email)
  await field(page, 'subject').fill('I cannot <i>sign in</i>')
  await field(page, 'message').fill('My telephone\nfell into the sea.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(heading(page)).toHaveText('We have your message')
  const reference = await page.getByRole('main').locator('bdi').innerText()

  await openPanel(page, '/admin/support-messages?list=all')
  await page.getByRole('button', { name: `from ${email}` }).press('Enter')
  const main = page.getByRole('main')
  await expect(main).toContainText('I cannot <i>sign in</i>')
  await expect(main).toContainText('fell into the sea.')
  await expect(main).toContainText(reference)
  await field(page, 'text').fill('We have sent you\na new one.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(main).toContainText('Answered by')
  await expect(main).toContainText('Closed')
  expect((await mailTo(email, reference)).text).toContain('We have sent you')
})

test('an administrator reads a sent mail without the link in it', { tag: '@gate' }, async ({
  page,
  open,
  openPanel,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  await page.goto('/reset-password')
  await field(page, 'email').fill(customer.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(heading(page)).toHaveText('Check your email')
  const mail = await mailTo(customer.email, 'Choose a new')
  const token = /#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
  expect(token).toHaveLength(43)

  await openPanel(page, '/admin/outbox')
  const row = page.getByRole('row').filter({ hasText: customer.email }).first()
  // Newer mail to other customers may fill the first pages.
  await expect(async () => {
    if ((await row.count()) === 0) await page.getByRole('button', { name: 'Older' }).click({ timeout: 2_000 })
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(row).toContainText('Choose a new')
  await expect(row).toContainText('Sent')
  await row.getByRole('button').click()
  const drawer = page.getByRole('dialog', { name: 'Mail' })
  await expect(drawer).toContainText('Only the recipient gets it.')
  expect(await page.content()).not.toContain(token)

  await page.goto(`/reset-password#${token}`)
  await expect(heading(page)).toHaveText('Choose a new password')
})
