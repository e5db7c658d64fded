import type { RegistrationFields } from '@bank/contract/registration/form'
import type { Page } from '@playwright/test'
import { field } from './bank.ts'

/** Fills in the registration form with the mouse, on a small screen step by step. */
export async function fillRegistration(page: Page, fields: RegistrationFields): Promise<void> {
  const { email, phone, country, address, city, state, zip, accountType, currency, pin, password } = fields
  await fillFirstStep(page, fields)
  await goOn(page, 'email')
  await fillFields(page, { email, phone, country, address, city, state, zip })
  await goOn(page, 'pin')
  await fillFields(page, { accountType, currency, pin, password })
}

/** Fills in what a small screen shows first. */
export async function fillFirstStep(
  page: Page,
  { name, dob, gender, employment_status }: RegistrationFields,
): Promise<void> {
  await fillFields(page, { name, dob, gender, employment_status })
}

/** Goes on to the next step if this one does not have the field. */
async function goOn(page: Page, name: string): Promise<void> {
  if (await field(page, name).isVisible()) return
  await page.getByRole('button', { name: 'Continue' }).click()
  await field(page, name).waitFor()
}

async function fillFields(page: Page, fields: Partial<RegistrationFields>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    if (['gender', 'employment_status', 'country'].includes(name)) await choose(page, name, value)
    else if (['accountType', 'currency'].includes(name)) await pickCard(page, name, value)
    else await field(page, name).fill(value)
  }
}

async function choose(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).selectOption(value)
}

// The radio button itself is invisible; a person clicks the card around it.
async function pickCard(page: Page, name: string, value: string): Promise<void> {
  await page
    .locator('label')
    .filter({ has: page.locator(`[name="${name}"][value="${value}"]`) })
    .click()
}
