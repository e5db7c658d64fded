import { expect, type Page } from '@playwright/test'
import { arrive, balance, field, heading, test } from './bank.ts'
import type { Customer } from './customer.ts'

test('a customer’s page shows its figures before any script runs, and requests none before its live connection', async ({
  page,
  open,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // When the live connection reports, a page requests what may have changed since it was rendered: here it is silent.
  await page.routeWebSocket('**/api/live', () => {})
  const scripts = await comeBack(page, await open({ balance: '250.00' }))
  // The first page of all may wait too long for the thread that renders it.
  await expect(async () => {
    asked.length = 0
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(balance(page)).toContainText('$250.00', { timeout: 3_000 })
  }).toPass()
  scripts.release()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(page.getByText('Amount hidden').first()).toBeAttached()
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/live')).toEqual([])
  await expect(page.locator('#dehydrated-state')).toHaveCount(0)
})

test('amounts that are hidden in this browser are never seen in a server-rendered page', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ balance: '250.00' }), '/dashboard')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  const scripts = await holdScripts(page)
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: 'Send', exact: true })).toBeVisible()
  await expect(page.locator('main bdi[data-amounts]').first()).toBeHidden()
  await expect(page.getByText('came in and')).toBeHidden()
  scripts.release()
  await expect(page.getByText('Amount hidden').first()).toBeAttached()
  await expect(page.getByText('$250.00')).toHaveCount(0)
})

test('text typed before the transfer form is hydrated is kept and reviewed', async ({ page, open }) => {
  const scripts = await comeBack(page, await open({ balance: '250.00' }))
  await page.goto('/transfer', { waitUntil: 'commit' })
  await field(page, 'account_name').fill('Harbour Rent')
  await field(page, 'amount').fill('12,50')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  scripts.release()
  await expect(page.getByText('You’re sending $12.50')).toBeVisible()
  await expect(field(page, 'account_name')).toHaveValue('Harbour Rent')
  await expect(page.getByText('There is a problem')).toBeVisible()
  await expect(heading(page)).toHaveText('Funds Transfer')
})

test('Back loads the previous page before the current one is hydrated', async ({ page, open }) => {
  await arrive(page, await open(), '/transactions')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(page)).toHaveText('Dashboard')
  const scripts = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(balance(page)).toBeVisible()

  // The previous page loads while the scripts of this one arrive.
  const arrived = page.waitForEvent('requestfinished', (request) =>
    /\/assets\/index-.*\.js$/.test(request.url()),
  )
  await page.route(/\d\/transactions$/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.evaluate('history.back()')
  scripts.release()
  await expect(heading(page)).toHaveText('Transaction History')
})

/** Puts the customer's session into this browser, and holds the scripts back until they are released. */
async function comeBack(page: Page, { cookies }: Customer): Promise<{ release: () => void }> {
  await page.context().addCookies(cookies)
  return holdScripts(page)
}

/** Holds the page's scripts back until they are released. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const arrived = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  return { release: arrived.resolve }
}
