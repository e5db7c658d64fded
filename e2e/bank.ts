import { test as base, type Page } from '@playwright/test'
import { type Administration, asAdministrator } from './administrator.ts'
import { type Customer, newCustomer, type Wishes } from './customer.ts'
import { watchForFaults } from './faults.ts'

type Fixtures = {
  /** Opens an account for somebody nobody else uses; active and with money unless told otherwise. */
  open: (wishes?: Wishes) => Promise<Customer>
  /** Does what an administrator does, through the bank's own endpoints. */
  administer: (work: (administration: Administration) => Promise<void>) => Promise<void>
}

/** A journey: it fails by itself on a console error, a broken security policy or a request that leaves the bank. */
export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const expectNoFaults = watchForFaults(page)
    await use(page)
    expectNoFaults()
  },
  open: async ({ baseURL }, use) => {
    await use((wishes) => newCustomer(baseURL!, wishes))
  },
  administer: async ({ baseURL }, use) => {
    await use((work) => asAdministrator(baseURL!, work))
  },
})

/** Signs in as a person does, and arrives on the dashboard. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/')
  await field(page, 'email').fill(person.email)
  await field(page, 'password').fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/dashboard')
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

/** The amount on the dashboard's balance card, such as `$100.00`. */
export function balance(page: Page) {
  return page.getByRole('main').getByText('Account Balance', { exact: true }).locator('..')
}
