import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { type Administration, enterPasscode, openAdministration } from './administrator.ts'
import { type Customer, type CustomerOptions, newCustomer } from './customer.ts'
import type { Cookies } from './endpoints.ts'
import { type FaultWatch, watchForFaults } from './faults.ts'

type Fixtures = {
  /** Every journey fails on a console error, a broken security policy or a request that leaves the bank. */
  faults: FaultWatch
  /** Opens an account for a new customer; active and with $100.00 by default. */
  open: (options?: CustomerOptions) => Promise<Customer>
  /** Arrives at a page of the admin panel as a new administrator, whose session no other journey can end. */
  openPanel: (page: Page, path: string) => Promise<void>
}
type WorkerFixtures = {
  /** Clara's work as an administrator, through the bank's endpoints. She signs in when a journey first needs her. */
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
    await use((options) => newCustomer(clara, options))
  },
  openPanel: async ({ clara, open }, use) => {
    await use(async (page, path) => {
      const customer = await open({ balance: '0.00' })
      await (await clara()).makeAdministrator(customer.id)
      const cookies = await enterPasscode(customer.cookies)
      await arrive(page, { cookies }, path)
    })
  },
})

/** Signs in through the sign-in page, and arrives on the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/')
  await typeCredentials(page, person)
  await page.waitForURL('/dashboard')
}

/** Fills in the sign-in page and presses Login. */
export async function typeCredentials(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await field(page, 'email').fill(email)
  await field(page, 'password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Enters the password into "Confirm it's you", by keyboard. */
export async function confirmByKeyboard(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.locator('[name="password"]')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Arrives at a page in a session that is open already, such as a customer's from the registration. */
export async function arrive(page: Page, session: { cookies: Cookies }, path: string): Promise<void> {
  await page.context().addCookies(session.cookies)
  await page.goto(path)
  await untilHydrated(page)
}

/** Arrives at a page in another browser, whose window is closed with `context().close()`. */
export async function arriveElsewhere(browser: Browser, customer: Customer, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await arrive(page, customer, path)
  return page
}

/** Waits until a page is hydrated: only then it reacts to keys and to the focus. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as { earlyPress?: unknown }).earlyPress === null)
}

/** A form control by the specification's field name. */
export function field(page: Page, name: string) {
  return page.locator(`[name="${name}"]`)
}

/** The error below a form control. */
export function fieldError(page: Page, name: string) {
  return page.locator(`#${name}-error`)
}

/** A toast, by its sentence; the newest of several equal ones. */
export function toast(page: Page, sentence: string) {
  return page.locator('[data-sonner-toast][data-removed="false"]').filter({ hasText: sentence }).first()
}

/** Rests the pointer on a toast, which then stays longer than its 4 seconds: the steps before its button is pressed may take longer. */
export async function holdToast(page: Page, sentence: string): Promise<void> {
  await toast(page, sentence).hover()
}

/** The page's title. */
export function heading(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

/** The dashboard's balance card, with an amount such as `$100.00`. */
export function balance(page: Page) {
  return page.getByRole('main').getByText('Account Balance', { exact: true }).locator('..')
}
