import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { field, fieldError, signIn, test, toast } from './bank.ts'

const refusal = 'Invalid credentials. Please check the email and password.'

test('a customer signs in and out again', async ({ page, open }) => {
  const customer = await open()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
  await expectAccessible(page)
  await signIn(page, customer)
  await expect(toast(page, messages.signIn.done)).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, messages.signOut.done)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/')
})

test('who is signed in and opens the sign-in page goes to the dashboard', async ({ page, open }) => {
  await signIn(page, await open())
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('who is signed out is asked to sign in, and then arrives where they were going', async ({
  page,
  open,
}) => {
  const customer = await open()
  await page.goto('/transactions')
  await expect(page).toHaveURL('/')
  await field(page, 'email').fill(customer.email)
  await field(page, 'password').fill(customer.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/transactions')
})

test('a wrong password and an unknown e-mail address get the same answer', async ({ page, open }) => {
  const { email } = await open({ active: false, balance: '0.00' })
  for (const unknown of [email, `not.${email}`]) {
    await page.goto('/')
    await field(page, 'email').fill(unknown)
    await field(page, 'password').fill('not-the-password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(toast(page, refusal)).toBeVisible()
    await expect(page.getByText('Check your email and password, then try again')).toBeVisible()
    await expect(field(page, 'password')).toHaveValue('')
    await expect(field(page, 'password')).toBeFocused()
  }
  await expectAccessible(page)
})

test('what cannot be an e-mail address or a password is said on its field', async ({ page }) => {
  await page.goto('/')
  await field(page, 'email').fill('dora')
  await field(page, 'password').fill('short')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(fieldError(page, 'email')).toContainText('Invalid email address')
  await expect(fieldError(page, 'password')).toContainText('Password must be at least 8 characters')
  await expect(field(page, 'email')).toBeFocused()
})
