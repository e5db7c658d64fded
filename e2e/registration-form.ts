import type { RegistrationFields } from '@bank/contract/registration/form'
import type { Page } from '@playwright/test'
import { field } from './bank.ts'

/** Fills in the registration form with the mouse. */
export async function fillRegistration(page: Page, fields: RegistrationFields): Promise<void> {
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
