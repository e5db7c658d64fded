import type { SessionView } from '@bank/contract/sessions/view'
import { expect, type Page, type Route } from '@playwright/test'
import { arrive, arriveElsewhere, balance, field, heading, test, toast, typeCredentials } from './bank.ts'
import type { Customer } from './customer.ts'
import { call, visitor } from './endpoints.ts'
import { confirmWithPin, expectTyped, reviewTransfer, sentRows, transfer } from './transfer-form.ts'
import { withoutServerRendering } from './without-server-rendering.ts'

test('a customer whose session ends during a transfer loses only the typed PIN', async ({ page, open }) => {
  const customer = await open({ balance: '100.00' })
  await arrive(page, customer, '/transfer')
  await reviewTransfer(page)
  await endBeforeTheTransfer(page, customer)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')
  await expect(page.getByText(/^You were logged out: .*Nothing was sent; your form is kept\.$/)).toBeVisible()

  await typeCredentials(page, customer)
  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(field(page, 'transaction_pin')).toHaveValue('')
  const { transaction_pin, ...kept } = transfer()
  await page.getByRole('link', { name: 'Change this transfer' }).click()
  await expectTyped(page, kept)
  await page.goBack()
  await confirmWithPin(page, transaction_pin)
  await expect(await sentRows(page)).toHaveCount(1)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$60.00')
})

test('the next customer who signs in sees nothing of a transfer that the lost session left', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open()
  await arrive(page, customer, '/transfer')
  await reviewTransfer(page)
  await endBeforeTheTransfer(page, customer)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')

  await typeCredentials(page, await open())
  await expect(heading(page)).toHaveText('Funds Transfer')
  for (const name of Object.keys(transfer())) await expect(field(page, name)).toHaveValue('')
})

test('two minutes before an idle session ends the customer is asked, and can stay signed in', {
  tag: '@gate',
}, async ({ page, open }) => {
  await page.clock.install()
  await withoutServerRendering(page)
  await page.route('**/api/sessions/current', async (route) => {
    const answer = await route.fetch()
    const found = (await answer.json()) as SessionView | { session: SessionView }
    const ending = (session: SessionView) => ({
      ...session,
      idleEndsAt: new Date(Date.now() + 100_000).toISOString(),
    })
    // The opened page extends the session, too: that answer is the session itself.
    await route.fulfill({
      response: answer,
      json: 'session' in found ? { session: ending(found.session) } : ending(found),
    })
  })
  await arrive(page, await open(), '/dashboard')
  await expect(balance(page)).toBeVisible()
  await page.clock.fastForward('00:06')
  await expect(page.getByRole('alertdialog')).toContainText('Are you still there?')
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused()
  await page.unroute('**/api/sessions/current')
  await stay(page)
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a session check that fails leads to the sign-in page, and to the requested page once it succeeds', {
  tag: '@gate',
}, async ({ page, open, faults }) => {
  const customer = await open()
  await page.context().addCookies(customer.cookies)
  await withoutServerRendering(page)
  faults.tolerate(/net::ERR_FAILED/)
  await page.route('**/api/sessions/current', (route) => route.abort())
  await page.goto('/transactions?status=pending')
  await expect(page.getByText('We couldn’t reach the bank')).toBeVisible()
  await expect(page).toHaveURL('/')
  await field(page, 'email').fill(customer.email)
  await page.unroute('**/api/sessions/current')
  const [check] = await Promise.all([
    page.waitForResponse('**/api/sessions/current'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ])
  // The cookie was kept, and with it the session.
  expect(await check.json()).toMatchObject({ session: { user: { email: customer.email } } })
  await expect(page).toHaveURL('/transactions?status=pending')
  await expect(heading(page)).toHaveText('Transaction History')
})

test('a lost telephone is signed out by an administrator, and shows nothing from then on', {
  tag: '@gate',
}, async ({ page, open, openPanel, browser }) => {
  const customer = await open()
  const telephone = await arriveElsewhere(browser, customer, '/dashboard')
  await expect(heading(telephone)).toHaveText('Dashboard')

  await openPanel(page, `/admin/users/${customer.id}`)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(toast(page, 'is logged out everywhere')).toBeVisible()
  // The bank reports the end of the session to the open page.
  await expect(heading(telephone)).toHaveText('Welcome Back')
  await telephone.context().close()
})

/** Presses the button, and waits for the bank's answer. */
async function stay(page: Page): Promise<void> {
  const extended = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/sessions/current') && answer.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Stay logged in' }).click()
  expect((await extended).status()).toBe(200)
}

/** Ends the customer's session elsewhere, after the press on Confirm and before the bank gets the transfer. */
async function endBeforeTheTransfer(page: Page, { cookies }: Customer): Promise<void> {
  const end = async (route: Route) => {
    const api = await visitor(cookies)
    await call(api, 'DELETE', '/api/sessions/current')
    await api.dispose()
    await route.continue()
  }
  await page.route('**/api/transfers', end, { times: 1 })
}
