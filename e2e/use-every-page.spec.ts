import { messages } from '@bank/contract/messages'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { liftedSession } from './administrator.ts'
import { notShown, shown } from './authenticator.ts'
import { arrive, balance, field, fieldError, heading, signIn, test, typeCredentials } from './bank.ts'
import { saveBeneficiaries } from './beneficiary.ts'
import { alice, clara } from './demo-people.ts'
import { confirmTransfer, reviewTransfer } from './transfer-form.ts'

// Whoever cannot see well, hold a mouse or remember long banks here too. axe looks at each page and each of its faces
// once, here; the other journeys need not.
test.describe.configure({ timeout: 180_000 })

test('everybody can sign in, and read why not', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Try it as Alice' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(fieldError(page, 'email')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'email').fill('nobody@example.com')
  await field(page, 'password').fill('not-the-password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Check your email and password, then try again')).toBeVisible()
  await expectAccessible(page)
})

test('everybody can register, and read what is missing', async ({ page }) => {
  await page.goto('/register')
  await expect(heading(page)).toHaveText('Create an account')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(fieldError(page, 'email')).toBeVisible()
  await expectAccessible(page)
})

test('everybody can read the terms, the privacy notice, and that a page does not exist', async ({ page }) => {
  for (const path of ['/terms', '/privacy', '/no-such-page']) {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    await expectAccessible(page)
  }
})

test('everybody can ask for help', async ({ page }) => {
  await page.goto('/support')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(fieldError(page, 'message')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'email').fill('visitor@example.com')
  await field(page, 'subject').fill('I cannot sign in')
  await field(page, 'message').fill('My telephone fell into the sea.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(heading(page)).toHaveText('We have your message')
  await expectAccessible(page)
})

test('everybody can look at their account and its history', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('button', { name: alice().name }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(page.getByRole('toolbar', { name: 'Days' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await page.getByText('View as table').click()
  await expectAccessible(page)
  await page.goto('/transactions')
  await expect(page.getByText('Showing 1–20')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /details$/ })
    .first()
    .click()
  await expect(page.getByText('Sent: the money left your account').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/statement')
  await expect(page.locator('dt', { hasText: 'Closing balance' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Period').selectOption('Other days')
  await page.getByRole('button', { name: 'Show statement' }).click()
  await expect(fieldError(page, 'from')).toBeVisible()
  await expectAccessible(page)
})

test('everybody can look at their profile, and choose another picture', async ({ page, open }) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/profile')
  await expect(page.getByRole('button', { name: 'Change Avatar' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change Avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Avatar' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(fieldError(page, 'image')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'image').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await expect(dialog.getByRole('img', { name: 'How you will be seen' })).toBeVisible()
  await expectAccessible(page)
})

test('everybody can send a transfer, and read why not', async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  await expect(field(page, 'amount')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(fieldError(page, 'amount')).toBeVisible()
  await expectAccessible(page)
  await reviewTransfer(page, { amount: '100.01' })
  await expect(heading(page)).toHaveText('Check your transfer')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(fieldError(page, 'amount')).toBeVisible()
  await expectAccessible(page)
  await confirmTransfer(page)
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expectAccessible(page)
})

test('everybody can keep a list of beneficiaries', async ({ page, open }) => {
  const customer = await open()
  await saveBeneficiaries(customer, [{}, { account_name: 'שלום בע״מ', account_number: '1234567890' }])
  await arrive(page, customer, '/transfer')
  const list = page.getByRole('region', { name: 'Saved beneficiaries' })
  await expect(list.getByRole('button', { name: /^Rename/ })).toHaveCount(2)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Rename Erik Holm' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(fieldError(page, 'name')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await list.getByRole('button', { name: 'Remove Erik Holm' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
})

test('everybody can change password and PIN, and read why not', async ({ page, open }) => {
  await arrive(page, await open(), '/settings')
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(fieldError(page, 'new_password')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Transaction Pin' }).click()
  await field(page, 'current_pin').fill('9999')
  await field(page, 'new_pin').fill('86420')
  await page.getByRole('button', { name: 'Change PIN' }).click()
  await expect(fieldError(page, 'current_pin')).toBeVisible()
  await expectAccessible(page)
})

test('everybody can turn two-factor on, and sign in with it', async ({ page, open }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await arrive(page, customer, '/settings')
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  const key = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await field(page, 'code').fill(notShown(key))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(fieldError(page, 'code')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'code').fill(shown(key))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Turn off two-factor' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.goto('/')
  await typeCredentials(page, customer)
  await field(page, 'code').fill(notShown(key))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(fieldError(page, 'code')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessible(page)
})

test('everybody can wait for activation, on a phone with its menu too', async ({ page, open }) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/dashboard')
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Settings' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/transfer')
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/transactions')
  await expect(page.getByText(messages.transactions.none)).toBeVisible()
  await expectAccessible(page)
})

test('an administrator can read the audit log, and why a filter finds nothing', async ({ page }) => {
  await page.context().addCookies(await liftedSession())
  await page.goto('/admin/audit-log')
  await page
    .getByRole('button', { name: /^Details, Passcode entered/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Entry of the audit log' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.goto('/admin/audit-log?from=2026-02-30')
  await expect(fieldError(page, 'audit-from')).toBeVisible()
  await expectAccessible(page)
})

test('an administrator can enter the passcode, and read why not', async ({ page }) => {
  await signIn(page, clara())
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(fieldError(page, 'passcode')).toBeVisible()
  await expectAccessible(page)
})

test('an administrator can work with users, and read why not', async ({ page, open }) => {
  const customer = await open()
  await page.context().addCookies(await liftedSession())
  await page.goto('/admin/overview')
  await expect(heading(page)).toHaveText('Hello Admin')
  await expectAccessible(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Showing 1–')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/users/${customer.id}`)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Account funded/ }).click()
  await expect(page.getByRole('dialog', { name: 'Transaction status' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fund account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fund account' }).click()
  await expect(fieldError(page, 'amount')).toBeVisible()
  await expectAccessible(page)
})

test('an administrator can create a user and change the passcode, and read why not', async ({ page }) => {
  await page.context().addCookies(await liftedSession())
  await page.goto('/admin/create-user')
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(fieldError(page, 'email')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Update passcode' }).click()
  await expect(fieldError(page, 'passcode')).toBeVisible()
  await expectAccessible(page)
})

test('everybody hears that the bank is still loading, what failed, and can try again', async ({
  page,
  open,
}) => {
  const customer = await open()
  let answer = () => {}
  const held = new Promise<void>((resume) => {
    answer = resume
  })
  await page.route('**/api/me', async (route) => {
    await held
    await route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { status: 429, code: 'too_many_attempts', detail: 'Try again in 1 minutes', errors: [] },
    })
  })
  await arrive(page, customer, '/dashboard')
  await expect(page.getByText(messages.account.preparing)).toBeVisible()
  await expectAccessible(page)
  answer()
  await expect(page.getByRole('alert')).toContainText('Your account could not be loaded')
  await expectAccessible(page)

  await page.unroute('**/api/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(balance(page)).toContainText('$100.00')
})
