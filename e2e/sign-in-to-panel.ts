import { expect, type Page } from '@playwright/test'
import { field, heading, signIn } from './bank.ts'
import { clara, passcode } from './demo-people.ts'

/** Signs Clara in, enters the passcode and arrives in the admin panel, all on the screens. */
export async function signInToPanel(page: Page): Promise<void> {
  await signIn(page, clara())
  await page.getByRole('banner').getByRole('button', { name: clara().name }).click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await field(page, 'passcode').fill(passcode())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('User Management')
}
