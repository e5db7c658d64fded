import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { field, test } from './bank.ts'

test('somebody who is signed out writes to the bank and gets a reference', async ({ page }) => {
  await page.goto('/support')
  await expectAccessible(page)
  await field(page, 'email').fill('visitor@example.com')
  const reason = field(page, 'reason')
  if ((await reason.evaluate((control) => control.tagName)) === 'SELECT')
    await reason.selectOption({ index: 1 })
  else await reason.fill('I cannot sign in')
  await field(page, 'message').fill('My telephone fell into the sea.')
  await page.getByRole('button', { name: /send/i }).click()
  await expect(page.getByRole('main')).toContainText(/reference/i)
  await expectAccessible(page)
})
