import { scriptOf } from '@bank/server/test/script-of'
import { expect, type Page } from '@playwright/test'
import { arrive, field, heading, test } from './bank.ts'

test('a page left open during an update of the bank asks to reload, and continues from there', async ({
  page,
  open,
  faults,
}) => {
  faults.tolerate(/Failed to load resource|Failed to fetch dynamically imported module|Reference [0-9a-f]{8}/)
  await arrive(page, await open(), '/dashboard')
  const update = await updateBank(page, 'transactions/transactions-page.tsx')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click()
  await expect(page.getByRole('heading', { name: 'The bank has been updated' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'The bank has been updated' })).toBeVisible()
  await expect(page).toHaveURL('/transactions')
  await update.finish()
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toHaveText('Transaction History')
})

test('a sign-in page left open during an update of the bank asks to reload, and the user is signed in', {
  tag: '@gate',
}, async ({ page, open, faults }) => {
  faults.tolerate(/Failed to load resource|Failed to fetch dynamically imported module|Reference [0-9a-f]{8}/)
  const { email, password } = await open()
  await page.goto('/')
  const update = await updateBank(page, 'layout/authenticated-layout.tsx', 'dashboard/dashboard-page.tsx')
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'The bank has been updated' })).toBeVisible()
  await update.finish()
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(heading(page)).toHaveText('Dashboard')
})

/** From now on the bank has another build, in which the scripts of these sources, which the page has not loaded yet, are gone. */
async function updateBank(page: Page, ...gone: readonly string[]): Promise<{ finish: () => Promise<void> }> {
  const answers = /\/api\/(?!live)/
  for (const source of gone) await page.route(scriptOf(source), (route) => route.fulfill({ status: 404 }))
  await page.route(answers, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'bank-build': 'the-next-one' } })
  })
  return {
    // An answer may still be under way.
    finish: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  }
}
