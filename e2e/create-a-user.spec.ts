import { messageOf } from '@bank/contract/errors'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { field, fieldError, heading, signIn, test, toast, typeCredentials } from './bank.ts'
import { registration } from './customer.ts'
import { fillRegistration } from './registration-form.ts'

const title = 'Choose your own password and PIN'
const own = { password: 'anchor-and-lantern', pin: '86420' }

test('an administrator creates a user, who must choose a password and a PIN before anything else', async ({
  page,
  openPanel,
  browser,
}) => {
  const typed = registration({ name: 'Emil Newcomb' })
  await openPanel(page, '/admin/dashboard')
  await createUser(page, typed)
  await expect(heading(page)).toHaveText('User Details')
  await expect(page.getByRole('main')).toContainText(typed.email)
  await expect(page.getByRole('main')).toContainText('password or PIN temporary until')
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto('/transfer')
  await typeCredentials(theirs, typed)
  await expect(heading(theirs)).toHaveText(title)
  expect(await accessFaults(theirs)).toEqual([])
  for (const path of [
    '/dashboard',
    '/settings',
    '/support',
    '/admin/dashboard',
    '/no-such-page',
    '/transfer',
  ]) {
    await theirs.goto(path)
    await expect(heading(theirs)).toHaveText(title)
    await expect(theirs.getByRole('navigation')).toHaveCount(0)
  }

  await typePassword(theirs, typed.password)
  const dialog = theirs.getByRole('dialog', { name: 'Confirm it’s you' })
  await field(theirs, 'password').fill(typed.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(fieldError(theirs, 'new_password')).toContainText(messageOf('password_unchanged'))
  // Nothing was changed, so the confirmation still counts.
  await typePassword(theirs, own.password)
  await expect(theirs.getByText('You have chosen your password.')).toBeVisible()
  await expect(theirs.getByRole('heading', { name: 'Transaction PIN' })).toBeFocused()
  await theirs.goto('/dashboard')
  await expect(heading(theirs)).toHaveText(title)
  await theirs.goto('/transfer')
  await field(theirs, 'current_pin').fill(typed.pin)
  await field(theirs, 'new_pin').fill(own.pin)
  await theirs.keyboard.press('Enter')
  // The page that was asked for first; the account waits to be activated.
  await expect(theirs).toHaveURL('/transfer')
  await expect(theirs.getByText(customerTexts.account.inactive)).toBeVisible()
  await theirs.goto('/dashboard')
  await expect(heading(theirs)).toHaveText('Dashboard')
  await theirs.context().close()
})

test('a user with a temporary password cannot become an administrator, and can log out', {
  tag: '@gate',
}, async ({ page, openPanel, browser }) => {
  const typed = registration({ name: 'Frida Newcomb' })
  await openPanel(page, '/admin/dashboard')
  await createUser(page, typed)
  await page.getByRole('button', { name: 'Make admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
  await expect(toast(page, staffTexts.makeAdmin.failed)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toContainText(messageOf('user_secrets_temporary'))

  const theirs = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await theirs.goto('/')
  await typeCredentials(theirs, typed)
  await expect(heading(theirs)).toHaveText(title)
  await theirs.getByRole('button', { name: 'Logout' }).click()
  await expect(heading(theirs)).toHaveText('Welcome Back')
  await signIn(theirs, typed)
  await expect(heading(theirs)).toHaveText(title)
  await theirs.context().close()
})

async function createUser(page: Page, typed: ReturnType<typeof registration>): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Create User' }).click()
  await expect(page.getByRole('main')).toContainText('they expire after 7 days')
  await fillRegistration(page, typed)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(heading(page)).toHaveText('User Details')
}

async function typePassword(page: Page, to: string): Promise<void> {
  await field(page, 'new_password').fill(to)
  await field(page, 'confirm_password').fill(to)
  await page.getByRole('button', { name: 'Change password' }).click()
}
