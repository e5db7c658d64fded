import { customerTexts } from '@bank/contract/toast-texts/customers'
import { expect, type Page } from '@playwright/test'
import { shown } from './authenticator.ts'
import { arrive, balance, confirmByKeyboard, field, heading, test } from './bank.ts'
import { registration } from './customer.ts'
import { press, tabTo, typeInto } from './keyboard.ts'
import { confirmTransfer, transfer } from './transfer-form.ts'

test('registering needs no mouse', { tag: '@gate' }, async ({ page }) => {
  const { name, gender, employment_status, country, accountType, currency, ...rest } = registration()
  const { email, phone, address, city, state, zip, password, pin } = rest
  await page.goto('/register')
  await expect(heading(page)).toBeVisible()
  await typeInto(page, { name })
  // A date is typed part by part; a list selects the typed option.
  await typeInto(page, { dob: '05171990' }, '1990-05-17')
  await typeInto(page, { gender })
  await typeInto(page, { employment_status })
  await typeInto(page, { email })
  await typeInto(page, { phone })
  await typeInto(page, { country })
  for (const [field, value] of Object.entries({ address, city, state, zip })) {
    await typeInto(page, { [field]: value })
  }
  await chooseCard(page, 'accountType', accountType)
  await chooseCard(page, 'currency', currency)
  await typeInto(page, { password })
  await typeInto(page, { pin })
  await press(page, 'Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(customerTexts.account.inactive)).toBeVisible()
})

test('sending money needs no mouse, with a change after the review', async ({ page, open }) => {
  await arrive(page, await open(), '/dashboard')
  await expect(balance(page)).toBeVisible()
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Funds Transfer' }))
  await press(page, 'Enter')
  await expect(heading(page)).toBeFocused()
  const { account_number, routing_number, ...rest } = transfer()
  const { account_name, bank_name, bank_address, swift_code, amount, transaction_pin } = rest
  await typeInto(page, { account_name })
  await typeInto(page, { account_number }, '9876 543 210')
  await typeInto(page, { bank_name, bank_address, swift_code })
  await typeInto(page, { routing_number }, 'NO93 8601 1117 947')
  await typeInto(page, { amount, transaction_pin })
  await press(page, 'Enter')

  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(heading(page)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Change this transfer' }))
  await press(page, 'Enter')
  await expect(field(page, 'amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('30')
  await press(page, 'Enter')

  await expect(heading(page)).toHaveText('Check your transfer')
  await tabTo(page, page.getByRole('button', { name: 'Confirm transfer' }))
  await press(page, 'Enter')
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('$30.00')
})

test('finding a transaction and opening it and the next one needs no mouse', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/transfer')
  for (const account_name of ['Harbour Rent', 'Harbour Boat']) {
    await confirmTransfer(page, { account_name, amount: '10.00' })
    await expect(heading(page)).toHaveText('Transfer receipt')
    await page.getByRole('link', { name: 'Make another transfer' }).click()
  }
  await page.goto('/transactions')
  const rows = page.getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(3)

  await tabTo(page, page.getByRole('searchbox', { name: 'Search' }))
  await page.keyboard.type('HARBOUR')
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL('/transactions?q=HARBOUR')
  await tabTo(page, page.getByRole('button', { name: 'Filters' }))
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('dialog').getByLabel('Type'))
  await press(page, 'd')
  await expect(page).toHaveURL('/transactions?q=HARBOUR&type=debit')
  await press(page, 'Escape')
  await page.reload()
  await expect(rows).toHaveCount(2)

  await tabTo(page, page.getByRole('button', { name: /Harbour Boat.*details/ }))
  await press(page, 'Enter')
  const details = page.getByRole('region', { name: 'Transaction details' })
  await expect(details.getByText('Sent: the money left your account')).toBeVisible()
  await press(page, 'ArrowDown')
  await expect(details.getByText('Harbour Rent', { exact: true })).toBeVisible()
  await press(page, 'Escape')
  await expect(details).toBeHidden()
  await expect(page.getByRole('button', { name: /Harbour Rent.*details/ })).toBeFocused()
  await expect(page).toHaveURL('/transactions?q=HARBOUR&type=debit')
})

test('downloading a statement needs no mouse', { tag: '@gate' }, async ({ page, open }) => {
  await arrive(page, await open(), '/dashboard')
  await expect(balance(page)).toBeVisible()
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Accounts Statement' }))
  await press(page, 'Enter')
  await expect(heading(page)).toHaveText('Account Statement')
  for (const [name, ending] of [
    ['Download PDF', /\.pdf$/],
    ['Download CSV', /\.csv$/],
  ] as const) {
    await tabTo(page, page.getByRole('link', { name }))
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    expect(file.suggestedFilename()).toMatch(ending)
  }
})

test('turning two-factor on needs no mouse', { tag: '@gate' }, async ({ page, open }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await arrive(page, customer, '/settings')
  await expect(page.getByText('This device')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Turn on two-factor' }))
  await press(page, 'Enter')
  await confirmByKeyboard(page, customer.password)
  const key = (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
  await typeInto(page, { code: shown(key) })
  await press(page, 'Enter')
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'I have saved them' }))
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Turn off two-factor' })).toBeVisible()
})

test('setting a transaction’s status needs no mouse', { tag: '@gate' }, async ({ page, open, openPanel }) => {
  const customer = await open()
  await openPanel(page, '/admin/dashboard')
  await expect(page.getByText('Showing 1–')).toBeVisible()
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type(customer.email)
  // Exact: the unfiltered list may say "1–12 of 12".
  await expect(page.getByText('Showing 1–1 of 1', { exact: true })).toBeVisible()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: customer.name }))
  await press(page, 'Enter')
  await expect(heading(page)).toHaveText('User Details')
  // Both parts of the page are loaded, and the focus does not move any more.
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Account funded/ })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /Account funded/ }))
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Transaction status' })
  // A key pressed before the dialog has the focus goes to the page behind it.
  await expect(dialog.locator(':focus')).toBeVisible()
  await tabTo(page, dialog.getByRole('radio', { name: /success/i }))
  await press(page, 'ArrowDown')
  await expect(dialog.getByRole('radio', { name: /success/i })).not.toBeChecked()
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /Account funded/ })).toBeFocused()
})

/** One stop of the Tab key for all the cards; the space bar chooses the focused one. */
async function chooseCard(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, field(page, name).first())
  await press(page, 'Space')
  await expect(page.locator(`[name="${name}"][value="${value}"]`)).toBeChecked()
}
