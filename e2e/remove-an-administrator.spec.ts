import { customerTexts } from '@bank/contract/toast-texts/customers'
import { staffTexts, waitsText } from '@bank/contract/toast-texts/staff'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { expect, type Page } from '@playwright/test'
import { arriveElsewhere, field, heading, test, toast } from './bank.ts'
import { passcode } from './demo-people.ts'

test('an administrator gives a customer the role and removes it again, which closes the open admin panel at once', async ({
  page,
  open,
  openPanel,
  browser,
  clara,
}) => {
  const customer = await open()
  await openPanel(page, `/admin/users/${customer.id}`)
  await expectClosable(page, 'Make admin')
  await makeAdministrator(page, async () => (await clara()).approve(customer.id))

  const theirs = await arriveElsewhere(browser, customer, '/admin')
  await field(theirs, 'passcode').fill(passcode())
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(theirs)).toHaveText('User Management')

  await expectClosable(page, 'Remove administrator')
  const dialog = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Remove administrator' }).click()
  await dialog.getByRole('button', { name: 'Remove administrator' }).click()
  await expect(toast(page, waitsText)).toBeVisible()
  await expect(page.getByText('Waits for approval: Take the role of the staff.')).toBeVisible()
  await (await clara()).approve(customer.id)
  await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible()

  // The open admin panel closes by itself.
  await expect(heading(theirs)).toHaveText(visitorTexts.notFound)
  await theirs.goto('/dashboard')
  await theirs.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await expect(theirs.getByRole('link', { name: 'Profile', exact: true }).last()).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await theirs.context().close()
})

test('a deactivated administrator is signed out, and finds no admin panel after signing in again', {
  tag: '@gate',
}, async ({ page, open, openPanel, browser, clara }) => {
  const customer = await open()
  await openPanel(page, `/admin/users/${customer.id}`)
  await makeAdministrator(page, async () => (await clara()).approve(customer.id))
  const theirs = await arriveElsewhere(browser, customer, '/admin')
  await field(theirs, 'passcode').fill(passcode())
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(theirs)).toHaveText('User Management')

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: `Deactivate ${customer.name}’s account?` })
  await field(page, 'reason').fill('Left the bank')
  await dialog.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(toast(page, staffTexts.deactivate.done)).toBeVisible()
  await expect(heading(theirs)).toHaveText('Welcome Back')
  await field(theirs, 'email').fill(customer.email)
  await field(theirs, 'password').fill(customer.password)
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(heading(theirs)).toHaveText(visitorTexts.notFound)
  await theirs.goto('/dashboard')
  await expect(theirs.getByText(customerTexts.account.inactive)).toBeVisible()
  await theirs.context().close()
})

/** Asks for the role, which waits, and has someone else approve it. */
async function makeAdministrator(page: Page, approve: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Make admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
  await expect(toast(page, waitsText)).toBeVisible()
  await approve()
  await expect(page.getByRole('button', { name: 'Remove administrator' })).toBeVisible()
}

/** The decision opens a dialog, which its close button, its backdrop, Escape and Cancel close without a change. */
async function expectClosable(page: Page, decision: string): Promise<void> {
  const opener = page.getByRole('main').getByRole('button', { name: decision })
  const dialog = page.getByRole('alertdialog')
  const ways = [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(20, 450),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]
  for (const close of ways) {
    await opener.click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect((await dialog.boundingBox())!.width).toBeLessThanOrEqual(480)
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
    await close()
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  }
}
