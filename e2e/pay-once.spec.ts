import { staffTexts } from '@bank/contract/toast-texts/staff'
import { expect } from '@playwright/test'
import { arrive, balance, field, heading, test, toast } from './bank.ts'
import { confirmTransfer, confirmWithPin, openWholeForm, reviewTransfer, sentRows } from './transfer-form.ts'

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

  test('a transfer whose answer is lost is paid once after a reload', async ({ page }) => {
    await page.reload()
    await expect(page.getByText('Your last transfer has reached the bank: $40.00 to Erik Holm')).toBeVisible()
    await confirmWithPin(page, '1234')
    await expect(await sentRows(page)).toHaveCount(1)
    await page.goto('/dashboard')
    await expect(balance(page)).toContainText('$60.00')
  })

  test('a transfer whose answer is lost is not called a failure: a check finds the receipt', {
    tag: '@gate',
  }, async ({ page }) => {
    await expect(heading(page)).toHaveText('We’re checking this transfer')
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(heading(page)).toHaveText('Transfer receipt')
    await expect(await sentRows(page)).toHaveCount(1)
  })

  test('a transfer whose answer is lost keeps its id, and a new transfer gets another', {
    tag: '@gate',
  }, async ({ page }) => {
    await page.reload()
    await page.getByRole('button', { name: 'Start a new transfer' }).click()
    await expect(page.getByText('Your last transfer has reached the bank')).toBeHidden()
    await openWholeForm(page)
    await expect(field(page, 'amount')).toHaveValue('')
    await confirmTransfer(page, { amount: '1.00' })
    await expect(await sentRows(page)).toHaveCount(2)
  })
})

test('an administrator who reloads after an unanswered funding and funds again funds once', {
  tag: '@gate',
}, async ({ page, open, openPanel, faults }) => {
  faults.tolerate(/^Failed to load resource: net::ERR_FAILED/)
  const customer = await open({ balance: '100.00' })
  await openPanel(page, `/admin/users/${customer.id}`)
  const dialog = page.getByRole('dialog', { name: 'Fund account' })
  async function fund() {
    await page.getByRole('button', { name: 'Fund account' }).click()
    await dialog.getByLabel('Amount').fill('75')
    await dialog.getByRole('button', { name: 'Fund account' }).click()
  }

  await page.route('**/fundings', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await fund()
  await expect(dialog).toContainText('the account is funded at most once')
  await page.unroute('**/fundings')
  await page.reload()

  await fund()
  await expect(toast(page, staffTexts.fund.done)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '+$75.00' })).toHaveCount(1)
  await expect(page.getByRole('main')).toContainText('$175.00')
})
