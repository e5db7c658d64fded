import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, field, fieldError, heading, test, typeCredentials } from './bank.ts'
import { mailTo } from './mailbox.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a customer who forgot the PIN chooses a new one with a mailed link and the password, and sends less for a day', async ({
  page,
  open,
}) => {
  const customer = await open({ balance: '2000.00' })
  await arrive(page, customer, '/settings?tab=pin')
  await page.getByRole('link', { name: 'Forgot your PIN?' }).click()
  await expect(heading(page)).toHaveText('Forgot your PIN?')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(await accessFaults(page)).toEqual([])

  // The link opens in a browser that is not signed in, and leads there after the sign-in.
  const link = await linkMailedTo(customer.email)
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(heading(page)).toHaveText('Welcome Back')
  await typeCredentials(page, customer)
  await expect(heading(page)).toHaveText('Forgot your PIN?')
  await choose(page, '1234')
  await expect(fieldError(page, 'new_pin')).toContainText('Many people use this PIN')
  await choose(page, '86420', '86421')
  await expect(fieldError(page, 'confirm_pin')).toContainText('PINs do not match')
  await choose(page, '86420')
  await confirm(page, customer.password)
  await expect(page.getByText('you can send up to 500.00 to others in each currency')).toBeVisible()
  await expect(page).toHaveURL('/recover-pin')
  expect((await mailTo(customer.email, 'PIN was replaced')).text).toContain('500.00')

  await page.getByRole('main').getByRole('link', { name: 'Funds Transfer' }).click()
  await confirmTransfer(page, { amount: '500.01', transaction_pin: '86420' })
  await expect(fieldError(page, 'amount')).toContainText(
    'This would exceed the bank’s new-PIN limit of $500.00. You can send $500.00 until',
  )
  await page.goto('/transfer?to=new')
  // The refused transfer is still in the form.
  await expect(field(page, 'amount')).toHaveValue('500.01')
  await confirmTransfer(page, { amount: '500.00', transaction_pin: '86420' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/limits')
  await expect(page.getByRole('form', { name: 'Limits in USD ($)' })).toContainText(
    '$500.00 of $500.00 sent since then',
  )

  await page.goto(link)
  await choose(page, '97531')
  await confirm(page, customer.password)
  await expect(page.getByRole('alert')).toContainText('This link has expired or has already been used')
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
})

async function choose(page: Page, pin: string, again = pin): Promise<void> {
  await field(page, 'new_pin').fill(pin)
  await field(page, 'confirm_pin').fill(again)
  await page.getByRole('button', { name: 'Set new PIN' }).click()
}

async function confirm(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.locator('[name="password"]').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/** The link in the mail to this address. */
async function linkMailedTo(email: string): Promise<string> {
  const link = /http:\S+/.exec((await mailTo(email, 'Choose a new')).text ?? '')?.[0] ?? ''
  expect(link).toContain('/recover-pin#')
  return link
}
