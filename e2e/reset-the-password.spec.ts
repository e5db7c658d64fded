import { messageOf } from '@bank/contract/errors'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { expect } from '@playwright/test'
import {
  arriveElsewhere,
  field,
  fieldError,
  heading,
  test,
  toast,
  typeCredentials,
  untilHydrated,
} from './bank.ts'
import { mailTo } from './mailbox.ts'

test('a customer who forgot the password chooses a new one with the mailed link, once', async ({
  page,
  open,
  browser,
}) => {
  const customer = await open()
  const telephone = await arriveElsewhere(browser, customer, '/dashboard')
  await expect(heading(telephone)).toHaveText('Dashboard')

  await page.goto('/')
  // Before the page is hydrated a link loads the whole next page, and the heading is not focused.
  await untilHydrated(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page)).toBeFocused()
  await field(page, 'email').fill(customer.email)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Check your email')

  const link = await linkMailedTo(customer.email)
  await page.goto(link)
  await expect(heading(page)).toHaveText('Choose a new password')
  await field(page, 'new_password').fill('anchor-and-lantern')
  await field(page, 'confirm_password').fill('anchor-and-lamp')
  await page.keyboard.press('Enter')
  await expect(fieldError(page, 'confirm_password')).toContainText('Passwords do not match')
  await field(page, 'confirm_password').fill('anchor-and-lantern')
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.password.done)).toBeVisible()
  await expect(heading(page)).toHaveText('Your password has been changed')
  await expect(page).toHaveURL('/reset-password')
  expect((await mailTo(customer.email, 'password was reset')).text).toContain(customer.name)

  // The telephone is signed out without a reload.
  await expect(heading(telephone)).toHaveText('Welcome Back')
  await telephone.context().close()

  await page.goto(link)
  await field(page, 'new_password').fill('another-anchor')
  await field(page, 'confirm_password').fill('another-anchor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(messageOf('reset_link_invalid'))

  await page.goto('/')
  await typeCredentials(page, customer)
  await expect(toast(page, messageOf('credentials_invalid'))).toBeVisible()
  await typeCredentials(page, { ...customer, password: 'anchor-and-lantern' })
  await page.waitForURL('/dashboard')
})

test('an administrator has a link sent, and the customer chooses a new password with it', {
  tag: '@gate',
}, async ({ page, open, openPanel, browser }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await openPanel(page, `/admin/users/${customer.id}`)
  await expect(heading(page)).toHaveText('User Details')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Send a reset link?' })
  await expect(alert).toContainText(customer.email)
  await alert.getByRole('button', { name: 'Send reset link' }).click()
  await expect(toast(page, `Reset link queued for ${customer.email}`)).toBeVisible()

  const elsewhere = await browser.newContext()
  const own = await elsewhere.newPage()
  await own.goto(await linkMailedTo(customer.email))
  await field(own, 'new_password').fill('anchor-and-lantern')
  await field(own, 'confirm_password').fill('anchor-and-lantern')
  await own.getByRole('button', { name: 'Change password' }).click()
  await expect(heading(own)).toHaveText('Your password has been changed')
  await own.getByRole('link', { name: 'Go to login' }).click()
  await typeCredentials(own, { ...customer, password: 'anchor-and-lantern' })
  await own.waitForURL('/dashboard')
  await elsewhere.close()
})

/** The reset link in the mail to this address. */
async function linkMailedTo(email: string): Promise<string> {
  const link = /http:\S+/.exec((await mailTo(email, 'Choose a new')).text ?? '')?.[0] ?? ''
  expect(link).toContain('/reset-password#')
  return link
}
