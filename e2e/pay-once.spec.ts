import { expect } from '@playwright/test'
import { balance, signIn, test } from './bank.ts'
import { reviewTransfer } from './transfer-form.ts'

test('a double click on Confirm pays once', async ({ page, open }) => {
  await signIn(page, await open({ balance: '100.00' }))
  await reviewTransfer(page)
  await page.getByRole('button', { name: 'Confirm transfer' }).dblclick()
  await page.getByRole('link', { name: 'View transactions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Erik Holm' })).toHaveCount(1)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')
})

test('an answer that is lost on the way, and a reload, pay once', async ({ page, open }) => {
  await signIn(page, await open({ balance: '100.00' }))
  await reviewTransfer(page)
  // The bank gets the transfer and books it; its answer never reaches the browser.
  await page.route('**/api/transfers', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const lost = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await lost
  await page.unroute('**/api/transfers')
  await page.reload()

  await reviewTransfer(page)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await page.getByRole('link', { name: 'View transactions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Erik Holm' })).toHaveCount(1)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')
})
