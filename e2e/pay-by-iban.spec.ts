import { ibanOf } from '@bank/contract/iban'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, balance, field, fieldError, heading, test } from './bank.ts'
import { openWholeForm, transfer } from './transfer-form.ts'

const euros = { currency: 'EUR' } as const

test('a customer shares the IBAN of an account, and another one pays it under another bank’s name', async ({
  page,
  open,
}) => {
  const receiver = await open({ fields: { ...euros, name: 'Jana Novak' }, balance: '0.00' })
  const payer = await open({ fields: euros })
  await page.addInitScript('navigator.share = async (data) => { globalThis.shared = data }')
  await arrive(page, receiver, '/dashboard')
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Your account details' })
  await expect(sheet).toContainText('Jana Novak')
  expect(await accessFaults(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Share' }).click()
  const text = await page.evaluate<string>('globalThis.shared.text')
  const iban = /^IBAN: (.+)$/m.exec(text)?.[1] ?? ''
  expect(iban).toBe(ibanOf({ number: receiver.accountNumber, currency: 'EUR' }, 'DE99555000'))

  await page.context().clearCookies()
  await arrive(page, payer, '/transfer')
  const { routing_number: _, ...others } = transfer({ account_name: 'Jana Novak', bank_name: 'Other Bank' })
  await fill(page, { ...others, account_number: iban.toLowerCase() })
  await expect(field(page, 'routing_number')).toBeHidden()
  expect(await accessFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(page.getByText('The name matches the holder of this account.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(page.getByRole('main')).toContainText(/success/i)

  // The number of the same account: the same payment.
  await page.goto('/transfer?to=here')
  await fill(page, {
    account_name: 'Jana Novak',
    account_number: receiver.accountNumber,
    amount: '40.00',
    transaction_pin: '1234',
  })
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(page.getByText('Already paid this today?')).toBeVisible()

  await page.context().clearCookies()
  await arrive(page, receiver, '/dashboard')
  await expect(balance(page)).toContainText('€40.00')
})

test('a mistyped IBAN is refused on its field, and a correct one is sent to another bank', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  const { routing_number, ...others } = transfer({ account_number: 'DE88370400440532013000' })
  await fill(page, { ...others, routing_number })
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(fieldError(page, 'account_number')).toContainText('This IBAN is mistyped')
  await field(page, 'account_number').fill('DE89370400440532013000')
  await expect(field(page, 'routing_number')).toBeHidden()
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(page.getByRole('main')).toContainText(/pending/i)
})

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await openWholeForm(page)
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value)
}
