import { expect } from '@playwright/test'
import { arrive, balance, field, heading, test } from './bank.ts'
import { confirmTransfer, reviewTransfer, sentRows } from './transfer-form.ts'

test('a double click on Confirm pays once', async ({ page, open }) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  await reviewTransfer(page)
  await page.getByRole('button', { name: 'Confirm transfer' }).dblclick()
  await expect(await sentRows(page)).toHaveCount(1)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')
})

// The bank gets the transfer and books it; its answer never reaches the browser.
test.describe('an answer that is lost on the way', () => {
  test.beforeEach(async ({ page, open, faults }) => {
    faults.tolerate(/^Failed to load resource: net::ERR_FAILED/)
    await page.route('**/api/transfers', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await arrive(page, await open({ balance: '100.00' }), '/transfer')
    const lost = page.waitForEvent('requestfailed')
    await confirmTransfer(page)
    await lost
    await page.unroute('**/api/transfers')
  })

  test('and a reload, pay once', async ({ page }) => {
    await page.reload()
    await expect(page.getByText('Your last transfer has reached the bank: $40.00 to Erik Holm')).toBeVisible()
    await confirmTransfer(page)
    await expect(await sentRows(page)).toHaveCount(1)
    await page.goto('/dashboard')
    await expect(balance(page)).toContainText('$60.00')
  })

  test('is never called a failure: the bank is asked, and the receipt is found', async ({ page }) => {
    await expect(heading(page)).toHaveText("We're checking this transfer")
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(heading(page)).toHaveText('Transfer receipt')
    await expect(await sentRows(page)).toHaveCount(1)
  })

  test('keeps its id, so that another transfer starts anew', async ({ page }) => {
    await page.reload()
    await page.getByRole('button', { name: 'Start a new transfer' }).click()
    await expect(page.getByText('Your last transfer has reached the bank')).toBeHidden()
    await expect(field(page, 'amount')).toHaveValue('')
    await confirmTransfer(page, { amount: '1.00' })
    await expect(await sentRows(page)).toHaveCount(2)
  })
})
