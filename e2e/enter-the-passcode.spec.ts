import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { expect, type Page } from '@playwright/test'
import { heading, signIn, test, toast, typeCredentials } from './bank.ts'
import { clara, passcode } from './demo-people.ts'

test('a correct passcode shows the spinner for a second before the panel or the requested page', async ({
  page,
}) => {
  await noteNavigations(page)
  await signIn(page, clara())
  await page.goto('/admin')
  expect(await secondsToOpen(page, '/admin/dashboard')).toBeGreaterThanOrEqual(1)
  await expect(heading(page)).toHaveText('User Management')

  await page.getByRole('banner').getByRole('button', { name: clara().name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, visitorTexts.signOut.done)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/admin/create-user')
  await typeCredentials(page, clara())
  await expect(page).toHaveURL('/admin')
  expect(await secondsToOpen(page, '/admin/create-user')).toBeGreaterThanOrEqual(1)
  await expect(heading(page)).toHaveText('Create User')
})

/** Enters the passcode. Gives the time between the bank's answer and the navigation, in seconds of the browser's clock. */
async function secondsToOpen(page: Page, path: string): Promise<number> {
  const answered = page.waitForResponse('**/api/admin/passcode-entries')
  await page.getByLabel('Passcode', { exact: true }).fill(passcode())
  // The live connection reports the entry, and the page reads the session again, while the spinner is shown.
  const readAgain = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith('/api/sessions/current'),
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await readAgain
  await page.waitForURL(path)
  const { startTime, responseStart } = (await answered).request().timing()
  const navigations = await page.evaluate(
    () => (globalThis as unknown as { navigations: { path: string; at: number }[] }).navigations,
  )
  const { at } = navigations.findLast((navigation) => navigation.path === path)!
  return (at - startTime - responseStart) / 1_000
}

/** Notes in each page where the screens go, and when. */
async function noteNavigations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Navigate = (data: unknown, unused: string, path: string) => void
    const browser = globalThis as unknown as {
      navigations: { path: string; at: number }[]
      history: Record<'pushState' | 'replaceState', Navigate>
    }
    browser.navigations = []
    for (const name of ['pushState', 'replaceState'] as const) {
      const navigate = browser.history[name].bind(browser.history)
      browser.history[name] = (data, unused, path) => {
        browser.navigations.push({ path, at: Date.now() })
        navigate(data, unused, path)
      }
    }
  })
}
