import { customerTexts } from '@bank/contract/toast-texts/customers'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { expect, type Page, test } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { shown } from './authenticator.ts'
import { confirmByKeyboard, field, heading, toast, typeCredentials } from './bank.ts'
import { registration } from './customer.ts'
import { openOwnBank } from './own-bank.ts'
import { fillRegistration } from './registration-form.ts'

const first = { email: 'first@bank.example', password: 'anchor-and-lantern' }
const passcode = 'harbour lights'

test('the first administrator sets two-factor up before anything else, enters the passcode, and loses everything with two-factor', {
  tag: '@gate',
}, async ({ page }) => {
  await using bank = await openOwnBank({
    ADMIN_SECOND_FACTOR: 'required',
    ADMIN_EMAIL: first.email,
    ADMIN_PASSWORD: first.password,
    ADMIN_PASSCODE: passcode,
  })
  await page.goto(bank.address)
  await typeCredentials(page, first)
  const code = await setUp(page, first.password)

  // The account of an administrator made by the settings waits for another person to activate it.
  await expect(page.getByRole('main')).toContainText(customerTexts.account.inactive)
  await expect(page.getByRole('main')).toContainText('Another administrator can do it')
  await expect(page.getByText(`npm run administrator -- activate --email ${first.email}`)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await field(page, 'passcode').fill(passcode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('User Management')

  // In another tab of the same browser everything closes with two-factor.
  const settings = await page.context().newPage()
  await settings.goto(`${bank.address}/settings`)
  await settings.getByRole('button', { name: 'Turn off two-factor' }).click()
  await expect(settings.getByRole('alertdialog')).toContainText(
    'The bank requires it: you can’t continue until you have set it up again',
  )
  await settings.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  const dialog = settings.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.locator('[name="password"]').fill(first.password)
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.locator('[name="recovery_code"]').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(settings, settingsTexts.turnOffTwoFactor.done)).toBeVisible()
  for (const tab of [settings, page])
    await expect(heading(tab)).toHaveText('Set up two-factor authentication')
})

test('a customer who registers where the bank requires two-factor sets it up first, and is asked for a code at the next sign-in', {
  tag: '@gate',
}, async ({ page }) => {
  await using bank = await openOwnBank({ CUSTOMER_SECOND_FACTOR: 'required' })
  const customer = registration()
  await page.goto(`${bank.address}/register`)
  await fillRegistration(page, customer)
  await page.getByRole('button', { name: 'Create account' }).click()
  await setUp(page, customer.password)
  await expect(page.getByRole('main')).toContainText(customerTexts.account.inactive)
  await page.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await typeCredentials(page, customer)
  await expect(heading(page)).toHaveText('Enter your code')
})

/** Sets two-factor up on the page that replaces every other. Returns a recovery code. */
async function setUp(page: Page, password: string): Promise<string> {
  await expect(heading(page)).toHaveText('Set up two-factor authentication')
  await page.goto(new URL('/settings', page.url()).href)
  await expect(heading(page)).toHaveText('Set up two-factor authentication')
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  expect(await accessFaults(page)).toEqual([])
  await page.goto(new URL('/dashboard', page.url()).href)
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  await confirmByKeyboard(page, password)
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await field(page, 'code').fill(shown(secret))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const code = (await codes.first().textContent())!
  await page.getByRole('button', { name: 'I have saved them' }).click()
  return code
}
