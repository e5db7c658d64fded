import { expect } from '@playwright/test'
import { arrive, balance, field, fieldError, heading, test, toast } from './bank.ts'
import { confirmTransfer, confirmWithPin, reviewTransfer, sentRows } from './transfer-form.ts'

test('a wrong PIN is asked for again on the review and pays nothing; the right one then pays', async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page, { transaction_pin: '9999' })
  await expect(toast(page, 'Invalid transaction pin')).toBeVisible()
  await expect(fieldError(page, 'transaction_pin')).toContainText('4 tries left')
  await expect(field(page, 'transaction_pin')).toBeFocused()
  await expect(field(page, 'transaction_pin')).toHaveValue('')
  await expect(heading(page)).toHaveText('Check your transfer')

  await confirmWithPin(page, '1234')
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(await sentRows(page)).toHaveCount(1)
})

test('five wrong PINs lock the PIN, and the right one is refused too', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  await reviewTransfer(page, { transaction_pin: '9991' })
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  for (const [pin, left] of [
    ['9992', '4 tries'],
    ['9993', '3 tries'],
    ['9994', '2 tries'],
    ['9995', '1 try'],
  ] as const) {
    await expect(fieldError(page, 'transaction_pin')).toContainText(`${left} left`)
    await confirmWithPin(page, pin)
  }
  await expect(fieldError(page, 'transaction_pin')).not.toContainText('left')
  await expect(heading(page)).toHaveText('Check your transfer')

  await confirmWithPin(page, '1234')
  await expect(toast(page, 'Too many wrong PINs. Try again in 30 minutes')).toBeVisible()
  await expect(fieldError(page, 'transaction_pin')).toContainText('Your PIN works again in 30 minutes.')
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})

test('a transfer of more than the balance says how much can be sent, and leads to the amount', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  await confirmTransfer(page, { amount: '100.01' })
  await expect(toast(page, 'Insufficient balance')).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'You can send up to $100.00.' })
  await expect(heading(page)).toHaveText('Check your transfer')
  await notice.getByRole('link', { name: 'Change amount' }).click()
  await expect(fieldError(page, 'amount')).toContainText('You can send up to $100.00.')
  await expect(field(page, 'amount')).toBeFocused()
  await expect(field(page, 'account_name')).toHaveValue('Erik Holm')

  await field(page, 'amount').fill('100.00')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$0.00')
})

test('an invalid amount is refused before the review, with a sentence that names the problem', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  for (const [amount, sentence] of [
    ['', 'Amount is required'],
    ['0', 'Enter an amount above 0'],
    ['0.00', 'Enter an amount above 0'],
    ['-5', 'Enter an amount above 0'],
    ['1.005', 'Use at most 2 decimals. For thousands, write 1005 or 1,005.00'],
    ['ten', 'Enter the amount in digits, such as 1250.00'],
    ['1e3', 'Enter the amount in digits, such as 1250.00'],
    ['250000.01', 'The most you can send at once is $250,000.00'],
  ] as const) {
    await test.step(`"${amount}": ${sentence}`, async () => {
      await reviewTransfer(page, { amount })
      await expect(fieldError(page, 'amount')).toContainText(sentence)
      await expect(heading(page)).toHaveText('Funds Transfer')
    })
  }
  await expect(page.getByRole('button', { name: 'Confirm transfer' })).toBeHidden()
})

test('an amount is understood with any usual separators, and shown in the usual form', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open({ balance: '2000.00' }), '/transfer')
  for (const amount of ['1,234.5', '1234,50', '1 234.50', '1.234,50']) {
    await field(page, 'amount').fill(amount)
    await expect(page.getByText('You’re sending $1,234.50')).toBeVisible()
  }
})

test('an empty transfer form shows what is missing on every field', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  await arrive(page, await open(), '/transfer')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(page.getByRole('group', { name: /There is a problem.*8 fields/ })).toBeFocused()
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
})

test('a transfer to the customer’s own account is refused after the PIN, and the same number at another bank is paid', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open()
  await arrive(page, customer, '/transfer')
  const ownAccount = { account_number: customer.accountNumber, bank_name: ' true PENNY ' }
  await confirmTransfer(page, { ...ownAccount, transaction_pin: '9999' })
  await expect(toast(page, 'Invalid transaction pin')).toBeVisible()
  await expect(fieldError(page, 'transaction_pin')).toContainText('4 tries left')

  await confirmWithPin(page, '1234')
  await expect(toast(page, 'You can’t send money to your own account')).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Change account number' }).click()
  await expect(fieldError(page, 'account_number')).toContainText('You can’t send money to your own account')
  await expect(field(page, 'account_number')).toBeFocused()

  await field(page, 'bank_name').fill('First Harbour Bank')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(await sentRows(page)).toHaveCount(1)
})

test('an account in another currency cannot be paid inside the bank', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  const { accountNumber } = await open({ fields: { currency: 'EUR' }, balance: '0.00' })
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page, { account_number: accountNumber, bank_name: 'Truepenny' })
  await expect(toast(page, 'This account holds another currency')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'USD' })).toBeVisible()
})
