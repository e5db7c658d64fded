import { messages } from '@bank/contract/messages'
import { expect, type Page, test } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { shown } from './authenticator.ts'
import { field, heading, toast, typeCredentials } from './bank.ts'
import { openOwnBank } from './own-bank.ts'

const first = { email: 'first@bank.example', password: 'anchor-and-lantern' }
const passcode = 'harbour lights'

test('the first administrator turns two-factor on, enters the passcode, and loses the panel with two-factor', {
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
  await page.waitForURL('**/dashboard')
  // The account of an administrator made by the settings waits for another person to activate it.
  await expect(page.getByRole('main')).toContainText(messages.account.inactive)
  await expect(page.getByRole('main')).toContainText('Another administrator can do it')
  await expect(page.getByText(`npm run administrator -- activate --email ${first.email}`)).toBeVisible()
  await toPanel(page)
  await expect(page.getByText('Administrators need two-factor authentication')).toBeVisible()
  await expect(field(page, 'passcode')).toHaveCount(0)
  expect(await accessFaults(page)).toEqual([])

  await page.getByRole('link', { name: 'Turn on two-factor authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused()
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await field(page, 'code').fill(shown(secret))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const code = await codes.first().textContent()
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await toPanel(page)
  await field(page, 'passcode').fill(passcode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('User Management')

  // In another tab of the same browser the panel closes with two-factor.
  const settings = await page.context().newPage()
  await settings.goto(`${bank.address}/settings`)
  await settings.getByRole('button', { name: 'Turn off two-factor' }).click()
  await expect(settings.getByRole('alertdialog')).toContainText(
    'You can’t open the admin panel until you turn it on again',
  )
  await settings.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  const dialog = settings.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.locator('[name="password"]').fill(first.password)
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.locator('[name="recovery_code"]').fill(code!)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(settings, messages.turnOffTwoFactor.done)).toBeVisible()
  await page.goto(`${bank.address}/admin/dashboard`)
  await expect(page.getByText('Administrators need two-factor authentication')).toBeVisible()
})

async function toPanel(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(heading(page)).toHaveText('Admin Panel')
}
