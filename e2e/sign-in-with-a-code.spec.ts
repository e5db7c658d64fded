import { messageOf } from '@bank/contract/errors'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { expect, type Page } from '@playwright/test'
import { accessFaults } from './accessible.ts'
import { notShown, shown } from './authenticator.ts'
import {
  arrive,
  confirmByKeyboard,
  field,
  fieldError,
  heading,
  test,
  toast,
  typeCredentials,
} from './bank.ts'
import { tabTo } from './keyboard.ts'

test('a customer turns two-factor on by keyboard, signs in with codes, and turns it off again', async ({
  page,
  open,
}) => {
  const customer = await open({ active: false, balance: '0.00' })
  await arrive(page, customer, '/settings')
  await expect(page.getByRole('button', { name: 'Turn on two-factor' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Turn on two-factor' }))
  await page.keyboard.press('Enter')
  await confirmByKeyboard(page, customer.password)
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeFocused()
  const secret = await keyAsText(page)
  const picture = page.getByRole('img', { name: /QR code/ })
  expect(await picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBeGreaterThan(0)
  const link = page.getByRole('link', { name: 'Open the app with the key' })
  await expect(link).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}`))
  await tabTo(page, field(page, 'code'))
  await page.keyboard.type(notShown(secret))
  await page.keyboard.press('Enter')
  await expect(fieldError(page, 'code')).toContainText('This code is incorrect')
  await expect(field(page, 'code')).toBeFocused()
  await page.keyboard.type(shown(secret))
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.turnOnTwoFactor.done)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(codes).toHaveLength(10)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await (await download).createReadStream()
  const kept = Buffer.concat(await file.toArray()).toString()
  for (const code of codes) expect(kept).toContain(code)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()

  // The code that is shown now has been used: the bank waits for the next, and takes it half a minute early.
  await leave(page, customer.name)
  await typeCredentials(page, customer)
  await expect(heading(page)).toHaveText('Enter your code')
  await expect(field(page, 'code')).toBeFocused()
  await page.keyboard.type(shown(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL('/dashboard')
  await expect(toast(page, visitorTexts.signIn.done)).toBeVisible()

  // A recovery code opens once, and not twice.
  for (const code of codes.slice(0, 2)) {
    await leave(page, customer.name)
    await typeCredentials(page, customer)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await field(page, 'recovery_code').fill(codes[0]!.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    if (code === codes[0]) await page.waitForURL('/dashboard')
  }
  await expect(fieldError(page, 'recovery_code')).toContainText(messageOf('recovery_code_incorrect'))
  await field(page, 'recovery_code').fill(codes[1]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('/dashboard')

  await page.goto('/settings')
  await expect(page.getByText('8 recovery codes are left')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off two-factor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  // The password is not enough: the phone is asked for, or a recovery code.
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  // The closing question gives the focus back before the dialog takes it.
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(dialog.locator('[name="password"]')).toBeFocused()
  await page.keyboard.type(customer.password)
  await expect(dialog.locator('[name="password"]')).toHaveValue(customer.password)
  await tabTo(page, dialog.locator('[name="code"]'))
  await page.keyboard.type(notShown(secret))
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('This code is incorrect')
  await expect(dialog.locator('[name="code"]')).toBeFocused()
  expect(await accessFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(dialog.locator('[name="recovery_code"]')).toBeFocused()
  await page.keyboard.type(codes[2]!)
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.turnOffTwoFactor.done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await leave(page, customer.name)
  await typeCredentials(page, customer)
  await page.waitForURL('/dashboard')
})

test('the password alone does not sign in to an account with two-factor, and five wrong codes end the sign-in', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open({ active: false, balance: '0.00' })
  await arrive(page, customer, '/settings')
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  await confirmByKeyboard(page, customer.password)
  const secret = await keyAsText(page)
  await field(page, 'code').fill(shown(secret))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await leave(page, customer.name)
  await typeCredentials(page, customer)
  await expect(heading(page)).toHaveText('Enter your code')
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('Welcome Back')

  await typeCredentials(page, customer)
  for (const _ of 'wrong') {
    const answer = page.waitForResponse('**/api/sessions/second-step')
    await field(page, 'code').fill(notShown(secret))
    await page.getByRole('button', { name: 'Continue' }).click()
    expect((await answer).status()).toBe(422)
    await expect(field(page, 'code')).toHaveValue('')
  }
  await field(page, 'code').fill(shown(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')
  await expect(page.getByText('too many codes were wrong')).toBeVisible()
  await typeCredentials(page, customer)
  await field(page, 'code').fill(shown(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Wait 15 minutes')).toBeVisible()
  await expect(page).toHaveURL('/')
})

/** The key that is shown beside the picture. */
async function keyAsText(page: Page): Promise<string> {
  return (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
}

async function leave(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')
}
