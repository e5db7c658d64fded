import { customerTexts } from '@bank/contract/toast-texts/customers'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { expect } from '@playwright/test'
import {
  arrive,
  arriveElsewhere,
  balance,
  field,
  heading,
  signIn,
  test,
  toast,
  typeCredentials,
} from './bank.ts'
import { clara } from './demo-people.ts'
import { reviewTransfer } from './transfer-form.ts'

test('a customer who is not yet active reads so, can ask for help, and cannot send', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ active: false }), '/transfer')
  await expect(page.getByText(customerTexts.account.inactive)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeHidden()

  await page.goto('/dashboard')
  await expect(page.getByText(customerTexts.account.inactive)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('24 hours')
  await expect(page.getByText('Account Balance')).toBeHidden()
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await expect(page).toHaveURL('/support')
})

test('the demo’s administrator signs in and sees an active account', { tag: '@gate' }, async ({ page }) => {
  await signIn(page, clara())
  await expect(balance(page)).toContainText('$')
  await expect(page.getByText(customerTexts.account.inactive)).toHaveCount(0)
})

test('a customer sees the account as soon as it is activated, without doing anything', async ({
  page,
  open,
  clara,
}) => {
  const customer = await open({ active: false, balance: '25.00' })
  await arrive(page, customer, '/dashboard')
  await expect(page.getByText(customerTexts.account.inactive)).toBeVisible()
  // Money has reached the account before its activation.
  await expect(page.getByRole('main')).toContainText('$25.00')
  await (await clara()).activate(customer.id)
  await expect(balance(page)).toContainText('$25.00')
  await expect(page.getByText('Your account is active: you can send and receive money now.')).toBeVisible()
})

test('a customer whose activation is declined reads why at once, and the account is active once it is activated', async ({
  page,
  open,
  openPanel,
  browser,
}) => {
  const customer = await open({ active: false })
  await openPanel(page, `/admin/users/${customer.id}`)
  const theirs = await arriveElsewhere(browser, customer, '/dashboard')
  await page.getByRole('button', { name: 'Decline' }).click()
  await field(page, 'reason').fill('No such street')
  await page.getByRole('button', { name: 'Decline activation' }).click()
  await expect(toast(page, staffTexts.declineActivation.done)).toBeVisible()
  await expect(theirs.getByRole('main')).toContainText('We did not activate your account: No such street')

  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate account' }).click()
  await expect(balance(theirs)).toBeVisible()
  await theirs.context().close()
})

test('a customer who is deactivated during a transfer is signed out at once, and may sign in again', async ({
  page,
  open,
  clara,
}) => {
  const customer = await open({ balance: '100.00' })
  await arrive(page, customer, '/transfer')
  await reviewTransfer(page)
  await (await clara()).deactivate(customer.id)
  await expect(heading(page)).toHaveText('Welcome Back')
  await typeCredentials(page, customer)
  await expect(page).toHaveURL(/\/transfer/)
  await expect(page.getByRole('main')).toContainText(customerTexts.account.inactive)
  await expect(page.getByRole('button', { name: 'Confirm transfer' })).toBeHidden()
})

test('a customer without a live connection who is deactivated during a transfer is refused and pays nothing', {
  tag: '@gate',
}, async ({ page, open, clara }) => {
  const administration = await clara()
  // A silent live connection.
  await page.routeWebSocket(/\/api\/live$/, () => {})
  const customer = await open({ balance: '100.00' })
  await arrive(page, customer, '/transfer')
  // The review reads what was paid today, and would notice the ended session.
  const paidToday = page.waitForResponse(/\/api\/transactions\?/)
  await reviewTransfer(page)
  await paidToday
  await administration.deactivate(customer.id)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')
  await typeCredentials(page, customer)
  await expect(page.getByRole('main')).toContainText(customerTexts.account.inactive)
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeHidden()

  await administration.activate(customer.id)
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
  await expect(heading(page)).toHaveText('Dashboard')
})
