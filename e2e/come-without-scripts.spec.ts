import { scriptOf } from '@bank/server/test/script-of'
import { expect } from '@playwright/test'
import { field, heading, test, toast } from './bank.ts'
import { alice } from './demo-people.ts'
import { openSession } from './endpoints.ts'

test.describe('before any script runs', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor without scripts sees the form and reads that scripts are needed', async ({ page }) => {
    for (const [path, title, last] of [
      ['/', 'Welcome Back', 'password'],
      ['/register', 'Create an account', 'pin'],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      await expect(page).toHaveTitle(new RegExp(`^${title} · `))
      await expect(heading(page)).toHaveText(title)
      await expect(field(page, last)).toBeVisible()
      await expect(page.locator('noscript p')).toBeVisible()
    }
  })

  test('a form that a visitor without scripts sends is answered in words, with a way back', async ({
    page,
    faults,
  }) => {
    faults.tolerate(/405/)
    await page.goto('/')
    await field(page, 'email').fill(alice().email)
    await field(page, 'password').fill('not her password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('This form needs JavaScript')).toBeVisible()
    await page.getByRole('link', { name: 'open the page again' }).click()
    await expect(heading(page)).toHaveText('Welcome Back')
  })
})

test('what a visitor types, presses and submits while the scripts load is neither lost nor shown in the address', async ({
  page,
}) => {
  const arrived = Promise.withResolvers<void>()
  const script = scriptOf('sessions/sign-in-page.tsx')
  await page.route(script, async (route) => {
    await arrived.promise
    await route.continue()
  })
  const requested = page.waitForRequest(script)
  await page.goto('/', { waitUntil: 'commit' })
  await field(page, 'email').fill(alice().email)
  await field(page, 'password').fill('not her password')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('switch', { name: 'Dark theme' }).click()
  await requested
  await expect(page).toHaveURL('/')
  arrived.resolve()
  // First, because a toast is soon gone.
  await expect(toast(page, 'Invalid credentials')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Dark theme' })).toBeChecked()
  await expect(field(page, 'email')).toHaveValue(alice().email)
})

test('a page whose scripts fail to load says so', async ({ page, faults }) => {
  faults.tolerate(/Failed to load resource|ERR_FAILED/)
  await page.route(/assets\/index-.*\.js/, (route) => route.abort())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(heading(page)).toHaveText('Welcome Back')
  await expect(page.locator('.theme-dark')).toBeVisible()
  await expect(page.locator('.theme-light')).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('This page could not be started')
})

test('a signed-in user never sees the sign-in form on the way to the dashboard', async ({ page }) => {
  await page.context().addCookies(await openSession(alice()))
  const answer = await page.request.get('/')
  expect(await answer.text()).not.toContain('Welcome Back')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})
