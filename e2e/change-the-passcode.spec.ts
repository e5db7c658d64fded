import { staffTexts } from '@bank/contract/toast-texts/staff'
import { expect } from '@playwright/test'
import { field, fieldError, test, toast } from './bank.ts'
import { clara, passcode } from './demo-people.ts'
import { signInToPanel } from './sign-in-to-panel.ts'

// It ends every other administrator's elevation, so it comes after all other journeys.
test('an administrator changes the passcode', async ({ page }) => {
  await signInToPanel(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Update passcode' }).click()
  await expect(fieldError(page, 'passcode')).toContainText('Passcode is required')
  // The same passcode again: a second run of this journey enters it.
  await field(page, 'passcode').fill(passcode())
  await page.getByRole('button', { name: 'Update passcode' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change passcode' }).click()
  await expect(toast(page, staffTexts.passcode.done)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`by ${clara().name}`)
})
