import { customerTexts } from '@bank/contract/toast-texts/customers'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { expect } from '@playwright/test'
import { arrive, balance, field, fieldError, heading, signIn, test, toast, typeCredentials } from './bank.ts'
import { alice, arun, bruno, clara } from './demo-people.ts'
import { openSession } from './endpoints.ts'

const refusal = 'Invalid credentials. Please check the email and password.'

test('a customer signs in and out again', async ({ page, open }) => {
  const customer = await open()
  await signIn(page, customer)
  await expect(toast(page, visitorTexts.signIn.done)).toBeVisible()
  await expect(balance(page)).toContainText('$100.00')

  await page.getByRole('link', { name: 'All transactions' }).click()
  await expect(heading(page)).toHaveText('Transaction History')
  await page.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, visitorTexts.signOut.done)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(heading(page)).toHaveText('Welcome Back')
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('Welcome Back')
})

test('Logout leads to the sign-in page from every public page, and from an unknown address', {
  tag: '@gate',
}, async ({ page, open, faults }) => {
  const customer = await open()
  // The unknown address answers 404, and is left before the console says so.
  faults.tolerate(/status of 404/)
  for (const path of ['/support', '/no-such-page', '/terms', '/privacy', '/reset-password']) {
    await arrive(page, { cookies: await openSession(customer) }, path)
    const menu = page.getByRole('banner').getByRole('button', { name: customer.name })
    const logout = page.getByRole('button', { name: 'Logout' })
    await expect(menu.or(logout)).toBeVisible()
    if (await menu.isVisible()) await menu.click()
    // Held back until the busy labels have been seen.
    const read = Promise.withResolvers<void>()
    await page.route('**/api/sessions/current', async (route) => {
      if (route.request().method() === 'DELETE') await read.promise
      await route.continue()
    })
    await logout.click()
    await expect(page.getByRole('button', { name: 'Logging out...' })).toBeVisible()
    await expect(toast(page, visitorTexts.signOut.busy)).toBeVisible()
    read.resolve()
    await expect(toast(page, visitorTexts.signOut.done)).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(heading(page)).toHaveText('Welcome Back')
    await page.unroute('**/api/sessions/current')
  }
})

test('a signed-in user who opens the sign-in page goes to the dashboard', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/')
  await expect(page).toHaveURL('/dashboard')
})

test('a visitor is asked to sign in, and then arrives at the requested page', async ({ page, open }) => {
  const customer = await open()
  await page.goto('/transactions')
  await expect(page).toHaveURL('/')
  await typeCredentials(page, customer)
  await expect(page).toHaveURL('/transactions')
  await expect(heading(page)).toHaveText('Transaction History')
})

for (const { called, person, finds, tag } of [
  { called: 'Alice', person: alice, finds: 'Account Balance', tag: [] },
  { called: 'Bruno', person: bruno, finds: customerTexts.account.inactive, tag: '@gate' },
  { called: 'Clara', person: clara, finds: 'Account Balance', tag: [] },
  { called: 'Arun', person: arun, finds: 'Account Balance', tag: '@gate' },
]) {
  test(`a visitor of the demo becomes ${called} with one press`, { tag }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: `Try it as ${called}` }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText(finds)).toBeVisible()
    const { name, role } = person()
    await page.getByRole('banner').getByRole('button', { name }).click()
    const panel = page.getByRole('link', { name: 'Admin Panel' })
    await expect(panel).toHaveCount(role === 'customer' ? 0 : 1)
  })
}

test('a wrong password and an unknown e-mail address get the same answer', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  const { email } = await open({ active: false, balance: '0.00' })
  for (const tried of [email, `not.${email}`]) {
    await page.goto('/')
    await typeCredentials(page, { email: tried, password: 'not-the-password' })
    await expect(toast(page, refusal)).toBeVisible()
    await expect(page.getByText('Check your email and password, then try again')).toBeVisible()
    await expect(field(page, 'email')).toHaveValue(tried)
    await expect(field(page, 'password')).toHaveValue('')
    await expect(field(page, 'password')).toBeFocused()
  }
})

test('after five wrong passwords the right one has to wait too', { tag: '@gate' }, async ({ page, open }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await page.goto('/')
  for (const password of ['wrong-one-1', 'wrong-one-2', 'wrong-one-3', 'wrong-one-4', 'wrong-one-5']) {
    const answer = page.waitForResponse('**/api/sessions')
    await typeCredentials(page, { ...customer, password })
    expect((await answer).status()).toBe(401)
    await expect(field(page, 'password')).toHaveValue('')
  }
  await typeCredentials(page, customer)
  await expect(toast(page, 'Too many attempts. Try again in 15 minutes')).toBeVisible()
  await expect(page.getByText('Wait 15 minutes')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('an invalid email address or password is explained on its field', { tag: '@gate' }, async ({ page }) => {
  await page.goto('/')
  await typeCredentials(page, { email: 'dora', password: 'short' })
  await expect(fieldError(page, 'email')).toContainText('Invalid email address')
  await expect(fieldError(page, 'password')).toContainText('Password must be at least 8 characters')
  await expect(field(page, 'email')).toBeFocused()
})
