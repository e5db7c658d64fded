import { expect } from '@playwright/test'
import { arrive, heading, test } from './bank.ts'

test('the theme follows the system until the user chooses one, which is remembered', async ({
  page,
  open,
}) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(html).toHaveClass(/\bdark\b/)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await expect(html).not.toHaveClass(/\bdark\b/)

  await arrive(page, await open(), '/dashboard')
  const theme = page.getByRole('switch', { name: 'Dark theme' })
  await expect(theme).not.toBeChecked()
  await theme.click()
  await expect(theme).toBeChecked()
  await expect(html).toHaveClass(/\bdark\b/)
  await expect(html).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(heading(page)).toBeVisible()
  await expect(html).toHaveClass(/\bdark\b/)
  // Also before anybody is signed in.
  await page.context().clearCookies()
  await page.goto('/')
  await expect(page.getByRole('switch', { name: 'Dark theme' })).toBeChecked()
})
