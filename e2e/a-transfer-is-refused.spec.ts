import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { balance, field, fieldError, signIn, test, toast } from './bank.ts'
import { confirmTransfer, reviewTransfer } from './transfer-form.ts'

test('a wrong PIN is refused on its field and pays nothing; the right one then pays', async ({
  page,
  open,
}) => {
  await signIn(page, await open())
  await confirmTransfer(page, { transaction_pin: '9999' })
  await expect(toast(page, 'Invalid transaction pin')).toBeVisible()
  await expect(fieldError(page, 'transaction_pin')).toBeVisible()
  await expect(field(page, 'transaction_pin')).toBeFocused()
  await expectAccessible(page)

  await field(page, 'transaction_pin').fill('1234')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await page.getByRole('link', { name: 'View transactions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Erik Holm' })).toHaveCount(1)
})

test('five wrong PINs lock it, also against the right one', async ({ page, open }) => {
  await signIn(page, await open())
  for (const pin of ['9991', '9992', '9993', '9994', '9995']) {
    await confirmTransfer(page, { transaction_pin: pin })
    await expect(fieldError(page, 'transaction_pin')).toBeVisible()
  }
  await confirmTransfer(page)
  await expect(toast(page, 'Too many wrong PINs. Try again in')).toBeVisible()
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})

test('more than the balance is refused on the amount', async ({ page, open }) => {
  await signIn(page, await open({ balance: '100.00' }))
  await confirmTransfer(page, { amount: '100.01' })
  await expect(toast(page, 'Insufficient balance')).toBeVisible()
  await expect(fieldError(page, 'amount')).toContainText('$100.00')
  await expect(field(page, 'account_name')).toHaveValue('Erik Holm')
})

for (const [amount, sentence] of [
  ['', 'Amount is required'],
  ['0', 'Enter an amount above 0'],
  ['-5', 'Enter'],
  ['1.005', 'Use at most 2 decimals'],
  ['ten', 'Enter the amount in digits, such as 1250.00'],
  ['250000.01', 'The most you can send at once is'],
] as const) {
  test(`the amount "${amount}" is refused with "${sentence}"`, async ({ page, open }) => {
    await signIn(page, await open())
    await reviewTransfer(page, { amount })
    await expect(fieldError(page, 'amount')).toContainText(sentence)
    await expect(page.getByRole('button', { name: 'Confirm transfer' })).toBeHidden()
  })
}

test('an empty transfer says what is missing on every field', async ({ page, open }) => {
  await signIn(page, await open())
  await page.goto('/transfer')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  for (const [name, sentence] of Object.entries({
    account_name: 'Account name is required',
    account_number: 'Account number must be at least 10 digits',
    bank_name: 'Bank name is required',
    bank_address: 'Bank address is required',
    swift_code: 'Swift code is required',
    routing_number: 'Routing number is required',
    amount: 'Amount is required',
    transaction_pin: 'Transaction pin must be 4 digits',
  })) {
    await expect.soft(fieldError(page, name)).toContainText(sentence)
  }
  await expectAccessible(page)
})

test('one cannot send money to oneself', async ({ page, open }) => {
  const customer = await open()
  await signIn(page, customer)
  await confirmTransfer(page, { account_number: customer.accountNumber, bank_name: ' true PENNY ' })
  await expect(toast(page, 'You cannot send money to your own account')).toBeVisible()
})
