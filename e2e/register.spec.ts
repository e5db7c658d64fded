import { customerTexts } from '@bank/contract/toast-texts/customers'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { expect } from '@playwright/test'
import { field, fieldError, heading, test, toast, untilHydrated } from './bank.ts'
import { registration } from './customer.ts'
import { fillRegistration } from './registration-form.ts'

test('a visitor registers on a phone, step by step, and sees the dashboard of an account that waits for activation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('link', { name: /register/i }).click()
  await expect(page).toHaveURL('/register')
  await expect(field(page, 'email')).toBeHidden()
  await fillRegistration(page, registration())
  await expect(page).toHaveURL('/register?step=3')
  await page.goBack()
  await expect(field(page, 'zip')).toHaveValue('B3H 4R2')
  await page.goForward()
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(toast(page, visitorTexts.register.done)).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(customerTexts.account.inactive)).toBeVisible()
})

test('an empty registration form shows what is missing on every field', async ({ page }) => {
  await page.goto('/register')
  await expect(field(page, 'password')).toHaveAttribute('placeholder', 'Minimum 8 characters')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('group', { name: /There is a problem.*15 fields/ })).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  for (const [name, sentence] of Object.entries({
    name: 'Name is required',
    email: 'Invalid email address',
    phone: 'Phone number must be at least 10 digits',
    dob: 'Date of birth is required',
    gender: 'Gender is required',
    employment_status: 'Employment status is required',
    country: 'Country is required',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zip: 'Zip code is required',
    accountType: 'Account type is required',
    currency: 'Currency is required',
    pin: 'PIN must be at least 4 digits',
    password: 'Password must be at least 8 characters',
  })) {
    await expect.soft(fieldError(page, name)).toContainText(sentence)
  }
})

test('a wrong value of the registration form is explained on its field, and nothing else is lost', async ({
  page,
}) => {
  await page.goto('/register')
  await fillRegistration(
    page,
    registration({ email: 'dora', phone: '123456789', dob: '2999-01-01', pin: '12ab', password: 'short' }),
  )
  await page.getByRole('button', { name: 'Create account' }).click()
  for (const [name, sentence] of Object.entries({
    email: 'Invalid email address',
    phone: 'Phone number must be at least 10 digits',
    dob: 'Enter a real date',
    pin: 'PIN must be 4 to 8 digits',
    password: 'Password must be at least 8 characters',
  })) {
    await expect.soft(fieldError(page, name)).toContainText(sentence)
  }
  // A PIN that is easy to guess gets a hint and is accepted.
  await expect(field(page, 'pin')).toHaveAttribute('placeholder', '4 to 8 digits')
  await field(page, 'pin').fill('1234')
  await expect(page.getByText('This PIN is easy to guess. Choose another one.')).toBeVisible()
  await field(page, 'pin').fill('9471')
  await expect(page.getByText('easy to guess')).toBeHidden()

  // A common password.
  await fillRegistration(page, registration({ password: 'password1' }))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(fieldError(page, 'password')).toContainText('This password is too common')
  await expect(field(page, 'address')).toHaveValue('12 Harbour Street')
})

test('an e-mail address that already has an account is refused on its field', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  const { email } = await open({ active: false, balance: '0.00' })
  await page.goto('/register')
  await fillRegistration(page, registration({ email: email.toUpperCase() }))
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(toast(page, 'An account with this email already exists')).toBeVisible()
  await expect(fieldError(page, 'email')).toBeVisible()
  await expect(page.getByText('Is it yours? Log in or choose a new password')).toBeVisible()
  await expect(field(page, 'name')).toHaveValue('Dora Newcomb')
})

test('the registration form keeps what was typed while the terms and the privacy policy are read', async ({
  page,
}) => {
  await page.goto('/register')
  // What is typed before the page is hydrated is kept from then on.
  await untilHydrated(page)
  await field(page, 'name').fill('Dora Newcomb')
  await field(page, 'country').selectOption('Germany')
  for (const name of [/terms/i, /privacy/i]) {
    await page.getByRole('link', { name }).first().click()
    await expect(heading(page)).toContainText(name)
    await page.goBack()
    await expect(field(page, 'name')).toHaveValue('Dora Newcomb')
    await expect(field(page, 'country')).toHaveValue('Germany')
  }
})
