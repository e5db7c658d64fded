import { expect } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { arrive, balance, heading, test, toast } from './bank.ts'
import { confirmTransfer } from './transfer-form.ts'

test('a customer takes a transfer back on its receipt, and another one in the history, while payments are frozen', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ balance: '100.00' }), '/transfer')
  await confirmTransfer(page, { amount: '40.00' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  const takeBack = page.getByRole('button', { name: 'Take back' })
  const question = page.getByRole('alertdialog')
  await takeBack.click()
  expect(await accessFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect(toast(page, 'Transfer taken back')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/failed/i)
  await expect(takeBack).toBeHidden()

  await page.getByRole('link', { name: 'Make another transfer' }).click()
  await confirmTransfer(page, { amount: '30.00' })
  await expect(heading(page)).toHaveText('Transfer receipt')
  await page.goto('/limits')
  await page.getByRole('button', { name: 'Freeze payments' }).click()
  await expect(page.getByRole('button', { name: 'Unfreeze payments' })).toBeVisible()
  await page.goto('/transactions')
  await page
    .getByRole('button', { name: /\$30\.00|Erik Holm/ })
    .first()
    .click()
  await takeBack.click()
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText(/^Taken back by you/)).toBeVisible()
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})

test('a customer with an undo time undoes a transfer to another customer on its receipt', async ({
  page,
  open,
}) => {
  const payee = await open({ fields: { name: 'Bruno Keller' } })
  await arrive(page, await open({ balance: '100.00' }), '/settings')
  await page.getByLabel('Wait before sending').selectOption('60 seconds')
  await expect(toast(page, 'Undo time saved')).toBeVisible()
  await page.goto('/transfer')
  await confirmTransfer(page, {
    account_name: payee.name,
    account_number: payee.accountNumber,
    bank_name: 'Truepenny',
  })
  await expect(heading(page)).toHaveText('Transfer receipt')
  const undo = page.getByRole('button', { name: /^Undo \(\d+ s\)$/ })
  await expect(undo).toBeVisible()
  expect(await accessFaults(page)).toEqual([])
  await undo.click()
  await expect(toast(page, 'Transfer taken back')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/failed/i)
  await expect(undo).toBeHidden()
  await page.goto('/dashboard')
  await expect(balance(page)).toContainText('$100.00')
})
