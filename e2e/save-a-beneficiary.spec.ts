import { expect } from '@playwright/test'
import { arrive, field, heading, test } from './bank.ts'
import { saveBeneficiaries } from './beneficiary.ts'
import { tabTo } from './keyboard.ts'
import { confirmTransfer } from './transfer-form.ts'

test('saving a beneficiary, paying it again, editing and removing it need no mouse', {
  tag: '@gate',
}, async ({ page, open }) => {
  await arrive(page, await open(), '/transfer')
  await confirmTransfer(page)
  await expect(heading(page)).toHaveText('Transfer receipt')
  await tabTo(page, page.getByRole('button', { name: 'Save this payee' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name for this payee')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved among your payees as Erik Holm.')).toBeFocused()
  await page.getByRole('link', { name: 'Make another transfer' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Funds Transfer')
  await expect(heading(page)).toBeFocused()

  const list = page.getByRole('list', { name: 'Saved payees' })
  await expect(list.getByRole('link', { name: /^Erik Holm/ })).toBeVisible()
  await tabTo(page, list.getByRole('link', { name: /^Erik Holm/ }))
  await page.keyboard.press('Enter')
  await expect(field(page, 'amount')).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Northern Savings')
  await page.keyboard.type('12.50')
  await tabTo(page, field(page, 'transaction_pin'))
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(page.getByRole('main')).toContainText('Northern Savings')
  await tabTo(page, page.getByRole('button', { name: 'Confirm transfer' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(page.getByText('Saved among your payees as Erik Holm.')).toBeVisible()

  await page.goto('/transfer')
  await expect(list.getByRole('button', { name: 'More for Erik Holm' })).toBeVisible()
  await tabTo(page, list.getByRole('button', { name: 'More for Erik Holm' }))
  await page.keyboard.press('Enter')
  await tabTo(page, list.getByRole('button', { name: 'Edit Erik Holm' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Account name')).toBeFocused()
  await tabTo(page, page.getByRole('dialog').getByLabel('Name for this payee'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Rent')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button', { name: 'More for Rent' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, list.getByRole('button', { name: 'Remove Rent' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  await expect(list.getByRole('button', { name: 'More for Rent' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, list.getByRole('button', { name: 'Remove Rent' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await page.reload()
  // The removed payee was paid lately.
  await expect(page.getByRole('list', { name: 'Paid recently' })).toContainText('Erik Holm')
  await expect(page.getByText('No saved payees yet')).toBeVisible()
})

test('beneficiaries with long names or in any alphabet break no layout', { tag: '@gate' }, async ({
  page,
  open,
}) => {
  const customer = await open()
  await saveBeneficiaries(customer, [
    { account_name: 'W'.repeat(100), bank_name: 'B'.repeat(100), account_number: '9'.repeat(40) },
    { account_name: 'שלום בע״מ 1234' },
    { account_name: '👪'.repeat(50), account_number: '2234567890' },
  ])
  await arrive(page, customer, '/transfer')
  const list = page.getByRole('list', { name: 'Saved payees' })
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(list.getByRole('button', { name: /^More for/ })).toHaveCount(3)
    const { scrollWidth, clientWidth } = await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
    expect(scrollWidth, `${width} px`).toBeLessThanOrEqual(clientWidth)
    const inList = await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(inList, `${width} px`).toBeLessThanOrEqual(0)
  }
})
