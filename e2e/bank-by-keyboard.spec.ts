import { messages } from '@bank/contract/messages'
import { expect, type Page } from '@playwright/test'
import { arrive, balance, field, heading, test } from './bank.ts'
import { registration } from './customer.ts'
import { tabTo, typeInto } from './keyboard.ts'
import { transfer } from './transfer-form.ts'

test('registering needs no mouse', async ({ page }) => {
  const { name, gender, employment_status, country, accountType, currency, ...rest } = registration()
  const { email, phone, address, city, state, zip, password, pin } = rest
  await page.goto('/register')
  await expect(heading(page)).toBeVisible()
  await typeInto(page, { name })
  // A date is typed part by part; a list chooses what is typed on it.
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
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
})

test('sending money needs no mouse, changing one’s mind included', async ({ page, open }) => {
  await arrive(page, await open(), '/dashboard')
  await expect(balance(page)).toBeVisible()
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Funds Transfer' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  for (const [name, value] of Object.entries(transfer())) await typeInto(page, { [name]: value })
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(heading(page)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Change amount' }))
  await page.keyboard.press('Enter')
  await expect(field(page, 'amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Check your transfer')
  await tabTo(page, page.getByRole('button', { name: 'Confirm transfer' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('$30.00')
})

/** One stop of the Tab key for all the cards; the space bar takes the one with the focus. */
async function chooseCard(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, field(page, name).first())
  await page.keyboard.press('Space')
  await expect(page.locator(`[name="${name}"][value="${value}"]`)).toBeChecked()
}
