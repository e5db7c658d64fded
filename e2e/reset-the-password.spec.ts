import { sentenceOf } from '@bank/contract/errors'
import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { arrive, field, fieldError, heading, test, toast, typeCredentials } from './bank.ts'
import { mailTo } from './mailbox.ts'

test('who forgot the password chooses a new one with the link that came by mail, once', async ({
  page,
  open,
  browser,
}) => {
  const customer = await open()
  const elsewhere = await browser.newContext()
  const telephone = await elsewhere.newPage()
  await arrive(telephone, customer, '/dashboard')
  await expect(heading(telephone)).toHaveText('Dashboard')

  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page)).toBeFocused()
  await field(page, 'email').fill(customer.email)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Check your mail')

  const link = /http:\S+/.exec((await mailTo(customer.email, 'Choose a new')).text ?? '')?.[0] ?? ''
  expect(link).toContain('/reset-password#')
  await page.goto(link)
  await expect(heading(page)).toHaveText('Choose a new password')
  await field(page, 'new_password').fill('anchor-and-lantern')
  await field(page, 'confirm_password').fill('anchor-and-lamp')
  await page.keyboard.press('Enter')
  await expect(fieldError(page, 'confirm_password')).toContainText('Passwords do not match')
  await field(page, 'confirm_password').fill('anchor-and-lantern')
  await page.keyboard.press('Enter')
  await expect(toast(page, messages.password.done)).toBeVisible()
  await expect(heading(page)).toHaveText('Your password has been changed')
  await expect(page).toHaveURL('/reset-password')
  expect((await mailTo(customer.email, 'password was reset')).text).toContain(customer.name)

  // The telephone hears of it by itself.
  await expect(heading(telephone)).toHaveText('Welcome Back')
  await elsewhere.close()

  await page.goto(link)
  await field(page, 'new_password').fill('another-anchor')
  await field(page, 'confirm_password').fill('another-anchor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(sentenceOf('reset_link_invalid'))

  await page.goto('/')
  await typeCredentials(page, customer)
  await expect(toast(page, sentenceOf('credentials_invalid'))).toBeVisible()
  await typeCredentials(page, { ...customer, password: 'anchor-and-lantern' })
  await page.waitForURL('/dashboard')
})
