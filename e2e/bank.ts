import { type Browser, test as base, type Page } from '@playwright/test'
import { type Administration, openAdministration } from './administrator.ts'
import { type Customer, newCustomer, type Wishes } from './customer.ts'
import { type FaultWatch, watchForFaults } from './faults.ts'

type Fixtures = {
  /** Every journey fails by itself on a console error, a broken security policy or a request that leaves the bank. */
  faults: FaultWatch
  /** Opens an account for somebody nobody else uses; active and with $100.00 unless told otherwise. */
  open: (wishes?: Wishes) => Promise<Customer>
}
type WorkerFixtures = {
  /** Clara at an administrator's work, through the bank's own endpoints. She signs in when she is first wanted. */
  clara: () => Promise<Administration>
}

/** A journey through the real bank. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  faults: [
    async ({ page }, use) => {
      const watch = watchForFaults(page)
      await use(watch)
      watch.expectNone()
    },
    { auto: true },
  ],
  clara: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      let opened: ReturnType<typeof openAdministration> | undefined
      await use(() => {
        opened ??= openAdministration()
        return opened
      })
      await (await opened)?.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ clara }, use) => {
    await use((wishes) => newCustomer(clara, wishes))
  },
})

/** Signs in as a person does, and arrives on the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/')
  await typeCredentials(page, person)
  await page.waitForURL('/dashboard')
}

/** Fills in the sign-in page, wherever it came from, and presses Login. */
export async function typeCredentials(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Arrives at a page in the session that began with the customer's registration. */
export async function arrive(page: Page, customer: Customer, path: string): Promise<void> {
  await page.context().addCookies(customer.cookies)
  await page.goto(path)
  await untilAlive(page)
}

/** Arrives at a page in another browser, whose window is closed with `context().close()`. */
export async function arriveElsewhere(browser: Browser, customer: Customer, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await arrive(page, customer, path)
  return page
}

/** Waits until a rendered page is hydrated: only then it reacts to keys and to the focus. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as { earlyPress?: unknown }).earlyPress === null)
}

/** A form control by the specification's field name. */
export function field(page: Page, name: string) {
  return page.locator(`[name="${name}"]`)
}

/** What stands under a control that was filled in wrong. */
export function fieldError(page: Page, name: string) {
  return page.locator(`#${name}-error`)
}

/** A toast, by its sentence. */
export function toast(page: Page, sentence: string) {
  return page.locator('[data-sonner-toast]').filter({ hasText: sentence })
}

/** The page's one heading, which says where one is. */
export function heading(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

/** The dashboard's balance card, with an amount such as `$100.00`. */
export function balance(page: Page) {
  return page.getByRole('main').getByText('Account Balance', { exact: true }).locator('..')
}
