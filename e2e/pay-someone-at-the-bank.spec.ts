import { expect, type Page } from '@playwright/test'
import { arrive, balance, field, heading, test, toast } from './bank.ts'

type Payee = { account_name: string; account_number: string }

test('a customer pays another customer with a name and a number, which the bank checks before the PIN', async ({
  page,
  open,
}) => {
  const receiver = await open({ fields: { name: 'Maximilian Berger' }, balance: '0.00' })
  const payer = await open({ balance: '100.00' })
  await arrive(page, payer, '/transfer')
  await page.getByRole('link', { name: 'Pay someone at Truepenny' }).click()
  await expect(field(page, 'account_name')).toBeFocused()
  await expect(field(page, 'bank_name')).toBeHidden()

  await test.step('another name gets nothing of the holder', async () => {
    await review(page, { account_name: 'Anna Vogel', account_number: receiver.accountNumber })
    await expect(check(page)).toContainText('This account doesn’t belong to Anna Vogel.')
    await expect(page.getByRole('main')).not.toContainText('Berger')
    // On a phone the answer is in sight beside the button.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(check(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Confirm transfer' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a close name gets the name of the holder', async () => {
    await page.getByRole('link', { name: 'Change this transfer' }).click()
    await review(page, { account_name: 'Max Berger' })
    await expect(check(page)).toContainText('This account belongs to Maximilian Berger.')
  })

  await test.step('the right name matches, and the money arrives', async () => {
    await page.getByRole('link', { name: 'Change this transfer' }).click()
    await review(page, { account_name: 'berger maximilian' })
    await expect(check(page)).toHaveText('The name matches the holder of this account.')
    await page.getByRole('button', { name: 'Confirm transfer' }).click()
    await expect(heading(page)).toHaveText('Transfer receipt')
    await expect(page.getByRole('main')).toContainText(/success/i)
    await expect(page.getByRole('main')).toContainText('1 Assay Row, Pennyford')
  })

  await page.context().clearCookies()
  await arrive(page, receiver, '/dashboard')
  await expect(balance(page)).toContainText('$40.00')

  await test.step('the receiver sees the payer’s number, and sends it back', async () => {
    await page.goto('/transactions')
    await page.getByRole('button', { name: /details$/ }).click()
    const details = page.getByRole('region', { name: 'Transaction details' })
    await expect(details).toContainText(payer.name)
    await details.getByRole('link', { name: 'Send back' }).click()
    await expect(field(page, 'amount')).toBeFocused()
    await expect(field(page, 'amount')).toHaveValue('40.00')
    await review(page, {})
    await expect(check(page)).toHaveText('The name matches the holder of this account.')
    await page.getByRole('button', { name: 'Confirm transfer' }).click()
    await expect(heading(page)).toHaveText('Transfer receipt')
  })
})

test('a number that no account of the bank has pays nothing, and its field is a click away', {
  tag: '@gate',
}, async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, await open({ balance: '100.00' }), '/transfer?to=here')
  await review(page, { account_name: 'Max Berger', account_number: '1000000000' })
  await page.mouse.wheel(0, 2_000)
  await expect(check(page)).toContainText('We couldn’t check this name.')
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
  const sentence = 'There is no such account at Truepenny. Nothing was sent. Check the number.'
  await expect(toast(page, sentence)).toBeVisible()
  const change = page.getByRole('alert').getByRole('link', { name: 'Change account number' })
  await expect(change).toBeInViewport({ ratio: 1 })
  await change.click()
  await expect(field(page, 'account_number')).toBeFocused()
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})

test('a number of the bank under another bank’s name is asked about', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  const receiver = await open({ fields: { name: 'Maximilian Berger' }, balance: '0.00' })
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  const bank = { bank_name: 'Truepenny Bank', bank_address: '?', swift_code: '?', routing_number: '?' }
  for (const [name, value] of Object.entries(bank)) await field(page, name).fill(value)
  await review(page, { account_name: 'Max Berger', account_number: receiver.accountNumber })
  await expect(check(page)).toContainText('Is the account really at Truepenny Bank?')
  await page.getByRole('link', { name: 'It is at Truepenny' }).click()
  await expect(field(page, 'bank_name')).toBeHidden()
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(check(page)).toContainText('This account belongs to Maximilian Berger.')
})

/** Fills in the form, and goes on to the review. */
async function review(page: Page, payee: Partial<Payee>): Promise<void> {
  const fields = { ...payee, amount: '40.00', transaction_pin: '1234' }
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(heading(page)).toHaveText('Check your transfer')
}

function check(page: Page) {
  return page.locator('[data-payee-check]')
}
