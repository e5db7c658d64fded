import type { TransferForm } from '@bank/contract/transfers/form'
import type { Page } from '@playwright/test'
import { field } from './bank.ts'

type TransferFields = { [Name in Exclude<keyof TransferForm, 'reference'>]: string } & { reference?: string }

/** A transfer to another bank: every field of the form, all good, for $40.00. */
export function transfer(fields: Partial<TransferFields> = {}): TransferFields {
  return {
    account_name: 'Erik Holm',
    account_number: '9876543210',
    bank_name: 'Northern Savings',
    bank_address: '1 Quay Road, Oslo',
    swift_code: 'DNBANOKK',
    routing_number: 'NO9386011117947',
    amount: '40.00',
    transaction_pin: '1234',
    ...fields,
  }
}

/** On the open transfer form: fills it in and goes on to the review. */
export async function reviewTransfer(page: Page, fields: Partial<TransferFields> = {}): Promise<void> {
  for (const [name, value] of Object.entries(transfer(fields))) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Review transfer' }).click()
}

/** On the open transfer form: fills it in, reviews and confirms it. */
export async function confirmTransfer(page: Page, fields: Partial<TransferFields> = {}): Promise<void> {
  await reviewTransfer(page, fields)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
}

/** On the receipt: goes on to the history, and returns the rows of the transfers to Erik Holm. */
export async function sentRows(page: Page) {
  await page.getByRole('link', { name: 'View transactions' }).click()
  return page.getByRole('row').filter({ hasText: 'Erik Holm' })
}
