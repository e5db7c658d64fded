import { messageOf } from '@bank/contract/errors'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, arriveElsewhere, field, heading, test, toast, typeCredentials } from './bank.ts'
import { press, tabTo } from './keyboard.ts'
import { mailTo } from './mailbox.ts'

test('a customer edits telephone and address by keyboard alone, and a second window shows it', async ({
  page,
  open,
  browser,
  clara,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  const second = await arriveElsewhere(browser, customer, '/profile')
  await arrive(page, customer, '/profile')
  await askForPasswordOnce(page)
  const edit = page.getByRole('button', { name: 'Edit' })
  await tabTo(page, edit)
  await press(page, 'Enter')
  await expect(field(page, 'phone')).toBeFocused()
  await expect(field(page, 'country')).toHaveValue(customer.country)
  await retype(page, '12345')
  await tabTo(page, field(page, 'address'))
  await retype(page, '7 Quay Road')

  // The live connection reports the activation while the customer types.
  const asked = page.waitForResponse('**/api/me')
  await (await clara()).activate(customer.id)
  await asked
  await expect(field(page, 'address')).toHaveValue('7 Quay Road')
  await press(page, 'Enter')
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await tabTo(page, page.getByRole('link', { name: 'Phone number' }))
  await press(page, 'Enter')
  await expect(field(page, 'phone')).toBeFocused()
  await retype(page, '+1 555 987 6543')
  await press(page, 'Enter')

  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.locator('[name="password"]')).toBeFocused()
  await page.keyboard.type(customer.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.profile.done)).toBeVisible()
  await expect(edit).toBeFocused()
  for (const window of [page, second]) {
    await expect(window.getByRole('main')).toContainText('7 Quay Road')
    await expect(window.getByRole('main')).toContainText('+1 555 987 6543')
  }
  await second.context().close()

  await press(page, 'Enter')
  await retype(page, '+1 555 000 0000')
  await tabTo(page, page.getByRole('button', { name: 'Cancel' }))
  await press(page, 'Enter')
  await expect(edit).toBeFocused()
  await expect(page.getByRole('main')).toContainText('+1 555 987 6543')
})

test('an administrator corrects name and email, and the email takes effect with the link that was mailed to it', {
  tag: '@gate',
}, async ({ page, open, openPanel, browser, clara }) => {
  const customer = await open()
  const newEmail = `new.${customer.email}`
  const own = await arriveElsewhere(browser, customer, '/profile')
  await openPanel(page, `/admin/users/${customer.id}`)
  await page.getByRole('button', { name: 'Correct details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct details' })
  await field(page, 'name').fill('Doris Newcomb')
  await field(page, 'email').fill(newEmail)
  await expect(dialog).toContainText(`Until then the customer logs in with ${customer.email}`)
  await field(page, 'reason').fill('Seen on the passport')
  expect(await accessFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, staffTexts.correctProfile.waits)).toBeVisible()
  await (await clara()).approve(customer.id)
  await expect(page.getByRole('main')).toContainText(`The new email ${newEmail} is not confirmed yet`)
  await expect(own.getByRole('main')).toContainText('Doris Newcomb')
  await expect(own.getByRole('main')).toContainText(customer.email)

  const link = /http:\S+/.exec((await mailTo(newEmail, 'Confirm your new')).text ?? '')?.[0] ?? ''
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await expect(heading(visitor)).toHaveText('Confirm your email address')
  await expect(visitor).toHaveURL(/\/confirm-email$/)
  await visitor.getByRole('button', { name: 'Confirm this email address' }).click()
  await expect(heading(visitor)).toHaveText('Your email address is confirmed')
  await expect(heading(own)).toHaveText('Welcome Back')
  await own.context().close()

  await expect(page.getByText('is not confirmed yet')).toBeHidden()
  await expect(page.getByRole('main')).toContainText(newEmail)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Send reset link' }).click()
  await expect(question.getByRole('alert')).toContainText('email was changed recently')

  await visitor.getByRole('link', { name: 'Go to login' }).click()
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'Confirm this email address' }).click()
  await expect(visitor.getByRole('main')).toContainText(messageOf('email_link_invalid'))
  await visitor.getByRole('link', { name: 'Go to login' }).click()
  await typeCredentials(visitor, customer)
  await expect(toast(visitor, messageOf('credentials_invalid'))).toBeVisible()
  await typeCredentials(visitor, { ...customer, email: newEmail })
  await visitor.waitForURL('/dashboard')
  await visitor.context().close()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/audit-log?subject=${encodeURIComponent(newEmail)}&action=profile_corrected`)
  await page.getByRole('button', { name: /^Details, .*: Corrected the profile/ }).click()
  const entry = page.getByRole('dialog', { name: 'Entry of the audit log' })
  for (const words of [customer.name, 'Doris Newcomb', 'Seen on the passport']) {
    await expect(entry).toContainText(words)
  }
})

/** The bank's clock cannot be moved from here: its answer ten minutes after the sign-in is given in its place, once. */
async function askForPasswordOnce(page: Page): Promise<void> {
  let isAsked = false
  await page.route('**/api/me/profile', (route) => {
    if (isAsked) return route.fallback()
    isAsked = true
    const problem = { status: 403, code: 'confirm_required', detail: 'Confirm it’s you', errors: [] }
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { ...problem, facts: { code: false } },
    })
  })
}

/** Replaces the value of the field that has the focus. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
