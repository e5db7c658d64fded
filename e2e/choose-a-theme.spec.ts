import { expect } from '@playwright/test'
import { signIn, test } from './bank.ts'

test('the theme follows the system until it is chosen, and is remembered', async ({ page, open }) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(html).toHaveClass(/\bdark\b/)
  await signIn(page, await open())
  await page.getByRole('switch', { name: /theme/i }).first().click()
  await expect(html).not.toHaveClass(/\bdark\b/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(html).not.toHaveClass(/\bdark\b/)
})
