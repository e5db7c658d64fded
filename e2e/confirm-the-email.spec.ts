import { messageOf } from '@bank/contract/errors'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import {
  arrive,
  arriveElsewhere,
  field,
  heading,
  test,
  toast,
  typeCredentials,
  untilHydrated,
} from './bank.ts'
import { type Customer, registration } from './customer.ts'
import { mailTo } from './mailbox.ts'
import { fillRegistration } from './registration-form.ts'

test('a visitor who mistypes a usual address is asked which one is meant, and can keep it', {
  tag: '@gate',
}, async ({ page }) => {
  const name = registration().email.split('@')[0]
  await page.goto('/register')
  await untilHydrated(page)
  await fillRegistration(page, registration({ email: `${name}@gmial.com` }))
  await field(page, 'email').blur()
  await expect(page.getByText('Did you mean')).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await page.getByRole('button', { name: `${name}@gmail.com` }).click()
  await expect(field(page, 'email')).toHaveValue(`${name}@gmail.com`)
  await expect(page.getByText('Did you mean')).toBeHidden()
  await field(page, 'email').fill(`${name}@gmial.com`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/dashboard')
  await expect(bar(page)).toContainText(`Confirm ${name}@gmial.com`)
})

test('a customer confirms the email with the link of the welcome mail, signed in to the account alone', async ({
  page,
  open,
  browser,
}) => {
  const customer = await open({ confirmed: false })
  await arrive(page, customer, '/transactions')
  await expect(bar(page)).toContainText(`Confirm ${customer.email} with the link that we sent to it.`)
  expect(await accessFaults(page)).toEqual([])
  const link = await linkIn(customer.email, 'Welcome', '/email#')

  const other = await open()
  const elsewhere = await arriveElsewhere(browser, other, '/dashboard')
  await expect(bar(elsewhere)).toBeHidden()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('alert')).toContainText(messageOf('email_link_of_other_user'))
  await elsewhere.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(heading(elsewhere)).toHaveText('Welcome Back')

  // Signed out: the login comes first, and the link does its work after it.
  await elsewhere.goto(link)
  await typeCredentials(elsewhere, customer)
  await expect(elsewhere.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(elsewhere).toHaveURL(/\/email$/)
  await expect(bar(elsewhere)).toBeHidden()
  await elsewhere.goto('/dashboard')
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('Your email address is already confirmed.')).toBeVisible()
  await elsewhere.context().close()
  await page.reload()
  await expect(heading(page)).toHaveText('Transaction History')
  await expect(bar(page)).toBeHidden()
})

test('an unconfirmed customer gets another link, and no link for a forgotten password', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open({ confirmed: false, active: false, balance: '0.00' })
  await arrive(page, customer, '/dashboard')
  await bar(page).getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, settingsTexts.confirmationLink.done)).toBeVisible()
  await linkIn(customer.email, 'Confirm your', '/email#')
  // The page itself offers it: once is enough.
  await page.goto('/email')
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(1)
  await expect(bar(page)).toBeHidden()
  await page.context().clearCookies()
  await page.goto('/reset-password')
  await field(page, 'email').fill(customer.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Did you never confirm the address?')).toBeVisible()
  expect((await mailTo(customer.email, 'cannot be reset yet')).text).toContain('was never confirmed')
})

test('a customer changes the email with a code, and takes the old one back with the link that was mailed to it', {
  tag: '@gate',
}, async ({ page, open, browser }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await arrive(page, customer, '/profile')
  await page.getByRole('link', { name: 'Change your email' }).click()
  await expect(heading(page)).toHaveText('Your email address')
  const next = `new.${customer.email}`
  await field(page, 'email').fill(next)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.locator('[name="password"]').fill(customer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We sent a code to ${next}`)).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  const code = /\b\d{6}\b/.exec((await mailTo(next, 'Your code')).text ?? '')![0]
  await field(page, 'code').fill(code === '123456' ? '654321' : '123456')
  await page.keyboard.press('Enter')
  await expect(page.getByText(messageOf('email_code_incorrect')).first()).toBeVisible()
  await field(page, 'code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your email was changed. You stay logged in here')).toBeVisible()
  await expect(page.getByText(`You log in with ${next}`)).toBeVisible()

  const owner = await (await browser.newContext()).newPage()
  await owner.goto(await linkIn(customer.email, 'email was changed', '/restore-email#'))
  await expect(heading(owner)).toHaveText('Take your email address back')
  expect(await accessFaults(owner)).toEqual([])
  await owner.getByRole('button', { name: 'Take this address back' }).click()
  await expect(heading(owner)).toHaveText('Your email address is back')
  await expect(heading(page)).toHaveText('Welcome Back')
  await owner.getByRole('link', { name: 'Choose a new password' }).click()
  await field(owner, 'email').fill(customer.email)
  await owner.keyboard.press('Enter')
  await owner.goto(await linkIn(customer.email, 'Choose a new', '/reset-password#'))
  await field(owner, 'new_password').fill('anchor-and-lantern')
  await field(owner, 'confirm_password').fill('anchor-and-lantern')
  await owner.keyboard.press('Enter')
  await expect(heading(owner)).toHaveText('Your password has been changed')
  await owner.getByRole('link', { name: 'Go to login' }).click()
  await typeCredentials(owner, { email: customer.email, password: 'anchor-and-lantern' })
  await owner.waitForURL('/dashboard')
  await owner.context().close()
})

test('staff see beside the activation that an email is not confirmed, and confirm it with a reason', async ({
  page,
  open,
  openPanel,
}) => {
  const customer: Customer = await open({ confirmed: false, active: false, balance: '0.00' })
  await openPanel(page, `/admin/users/${customer.id}`)
  const actions = page.getByRole('complementary', { name: 'Actions' })
  await expect(actions).toContainText('The email is not confirmed.')
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await actions.getByRole('button', { name: 'Confirm it' }).click()
  await field(page, 'reason').fill('Called back, passport seen')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(toast(page, 'Email confirmed')).toBeVisible()
  await expect(actions).not.toContainText('not confirmed')
  await expect(page.getByText('Email not confirmed')).toBeHidden()
})

const bar = (page: Page) => page.getByRole('region', { name: 'Confirm your email' })

/** The link in the newest mail to this address with this subject. */
async function linkIn(email: string, subject: string, path: string): Promise<string> {
  const link = /http:\S+/.exec((await mailTo(email, subject)).text ?? '')?.[0] ?? ''
  expect(link).toContain(path)
  return link
}
