import type { TransferForm } from '@bank/contract/transfers/form'
import { expect, type Page } from '@playwright/test'
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

/** On `/transfer`: opens the whole form for someone new where the customer is asked first whom to pay. */
export async function openWholeForm(page: Page): Promise<void> {
  const someoneNew = page.getByRole('link', { name: /^Someone new/ })
  await someoneNew.or(field(page, 'account_name')).filter({ visible: true }).first().waitFor()
  if (await someoneNew.isVisible()) await someoneNew.click()
}

/** On `/transfer`: fills in the whole form and goes on to the review. */
export async function reviewTransfer(page: Page, fields: Partial<TransferFields> = {}): Promise<void> {
  await openWholeForm(page)
  for (const [name, value] of Object.entries(transfer(fields))) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Review transfer' }).click()
}

/** On `/transfer`: fills in the whole form, reviews and confirms it. */
export async function confirmTransfer(page: Page, fields: Partial<TransferFields> = {}): Promise<void> {
  await reviewTransfer(page, fields)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
}

/** On the review, which asks for the PIN again: types it and confirms the transfer. */
export async function confirmWithPin(page: Page, pin: string): Promise<void> {
  await field(page, 'transaction_pin').fill(pin)
  await page.getByRole('button', { name: 'Confirm transfer' }).click()
}

/** Expects these texts in the form; a number is shown in groups. */
export async function expectTyped(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const isNumber = name === 'account_number' || name === 'routing_number'
    const spaced = isNumber ? new RegExp(`^${[...value].join(' ?')}$`) : value
    await expect(field(page, name)).toHaveValue(spaced)
  }
}

/** On the receipt: goes on to the history, and returns the rows of the transfers to Erik Holm. */
export async function sentRows(page: Page) {
  await page.getByRole('link', { name: 'View transactions' }).click()
  return page.getByRole('row').filter({ hasText: 'Erik Holm' })
}

/** The drafts as this tab stores them; null without one. */
export function storedDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('drafts'))
}

/** Reloads the page once its draft is stored, which happens soon after each change. */
export async function reloadWithDraft(page: Page): Promise<void> {
  let before: string | null = null
  await expect
    .poll(
      async () => {
        const stored = await storedDraft(page)
        const isLast = stored !== null && stored === before
        before = stored
        return isLast
      },
      { intervals: [250] },
    )
    .toBe(true)
  await page.reload()
}
