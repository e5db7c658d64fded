import { messages } from '@bank/contract/messages'
import { expect, type Page } from '@playwright/test'
import { field, signIn, test } from './bank.ts'
import { registration } from './customer.ts'
import { transfer } from './transfer-form.ts'

test('registering needs no mouse', async ({ page }) => {
  const { gender, employment_status, country, accountType, currency, dob, ...typed } = registration()
  await page.goto('/register')
  for (const [name, value] of Object.entries(typed)) await typeInto(page, name, value)
  await tabTo(page, 'dob')
  await page.keyboard.type('05171990')
  for (const [name, value] of Object.entries({ gender, employment_status, country })) {
    await tabTo(page, name)
    // A list chooses what is typed on it.
    await page.keyboard.type(value)
    await expect(field(page, name)).toHaveValue(value)
  }
  for (const name of ['accountType', 'currency']) {
    await tabTo(page, name)
    await page.keyboard.press('Space')
  }
  await tabTo(page, 'pin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
  expect([accountType, currency, dob]).toEqual(['checking', 'USD', '1990-05-17'])
})

test('sending money needs no mouse', async ({ page, open }) => {
  await signIn(page, await open())
  await page.goto('/transfer')
  for (const [name, value] of Object.entries(transfer())) await typeInto(page, name, value)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await tabUntil(page, () => page.getByRole('button', { name: 'Confirm transfer' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText(/pending/i)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

async function typeInto(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(value)
}

async function tabTo(page: Page, name: string): Promise<void> {
  await tabUntil(page, () => page.locator(`[name="${name}"]:focus`))
}

/** Presses Tab until the focus is there; every stop on the way must be on something one can see. */
async function tabUntil(page: Page, target: () => ReturnType<Page['locator']>): Promise<void> {
  for (let stops = 0; stops < 80; stops += 1) {
    const wanted = target()
    if ((await wanted.count()) > 0 && (await wanted.first().evaluate((one) => one.matches(':focus')))) return
    await page.keyboard.press('Tab')
  }
  expect(await target().count(), 'reached with the Tab key').toBeGreaterThan(0)
}
