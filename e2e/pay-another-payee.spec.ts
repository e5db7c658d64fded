import { expect, type Page } from '@playwright/test'
import { arrive, field, fieldError, heading, test } from './bank.ts'
import { saveBeneficiaries } from './beneficiary.ts'
import { reloadWithDraft } from './transfer-form.ts'

test('what was typed for one payee is never shown beside another', async ({ page, open }) => {
  const customer = await open({ balance: '100.00' })
  await saveBeneficiaries(customer, [
    { account_name: 'Vera Moreno', account_number: '1234567890' },
    { account_name: 'Erik Holm', account_number: '9876543210' },
  ])
  await arrive(page, customer, '/transfer')

  await test.step('after a refused review, with Back', async () => {
    await choose(page, 'Vera Moreno')
    await field(page, 'amount').fill('150.00')
    await field(page, 'reference').fill('Late rent')
    await field(page, 'transaction_pin').fill('1234')
    await page.getByRole('button', { name: 'Review transfer' }).click()
    await page.getByRole('button', { name: 'Confirm transfer' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You can send up to' })).toBeVisible()
    await page.goBack()
    await expect(field(page, 'amount')).toHaveValue('150.00')
    await page.goBack()
    await expect(page.getByText('more than your balance')).toBeHidden()
    await choose(page, 'Erik Holm')
    await expectNothingTyped(page)
  })

  await test.step('after an abandoned draft, with Back', async () => {
    await field(page, 'amount').fill('7.50')
    await expect(page.getByText('You’re sending $7.50')).toBeVisible()
    await page.goBack()
    await choose(page, 'Vera Moreno')
    await expectNothingTyped(page)
  })

  await test.step('after an amount for someone new whose account was not typed', async () => {
    await page.goBack()
    await page.getByRole('link', { name: /^Someone new/ }).click()
    await field(page, 'amount').fill('12.00')
    await page.goBack()
    await choose(page, 'Erik Holm')
    await expectNothingTyped(page)
  })

  await test.step('with Back over another visit, and Forward', async () => {
    await field(page, 'amount').fill('7.50')
    await page.getByRole('link', { name: 'Change payee' }).click()
    await choose(page, 'Vera Moreno')
    await field(page, 'amount').fill('30.00')
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('main')).toContainText('Erik Holm')
    await expectNothingTyped(page)
    await page.goForward()
    await page.goForward()
    await expect(page.getByRole('main')).toContainText('Vera Moreno')
    await expectNothingTyped(page)
  })

  await test.step('after a reload, which keeps the payee’s own amount', async () => {
    await field(page, 'amount').fill('30.00')
    await reloadWithDraft(page)
    await expect(field(page, 'amount')).toHaveValue('30.00')
    await page.getByRole('link', { name: 'Change payee' }).click()
    await choose(page, 'Erik Holm')
    await expectNothingTyped(page)
  })
})

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('list', { name: 'Saved payees' }).getByRole('link', { name }).click()
  await expect(field(page, 'amount')).toBeFocused()
}

/** On the details: neither a typed text, nor a sentence about one. */
async function expectNothingTyped(page: Page): Promise<void> {
  for (const name of ['amount', 'reference', 'transaction_pin']) {
    await expect(field(page, name)).toHaveValue('')
    await expect(fieldError(page, name)).toBeHidden()
  }
  await expect(page.getByText('You’re sending')).toBeHidden()
  await expect(page.getByText('more than your balance')).toBeHidden()
  await expect(heading(page)).toHaveText('Funds Transfer')
}
