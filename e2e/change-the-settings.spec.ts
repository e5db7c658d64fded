import { messageOf } from '@bank/contract/errors'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { expect, type Page } from '@playwright/test'
import { arrive, field, fieldError, heading, test, toast, typeCredentials, untilHydrated } from './bank.ts'
import { openSession } from './endpoints.ts'
import { countLayoutShifts, shiftFaults } from './layout-shift.ts'
import { confirmTransfer, confirmWithPin } from './transfer-form.ts'

test('a customer changes the PIN by keyboard and sends money with the new one', async ({ page, open }) => {
  await arrive(page, await open(), '/settings')
  await page.getByRole('tab', { name: 'Change Password' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/settings?tab=pin')
  await expect(field(page, 'current_pin')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('9999')
  await field(page, 'new_pin').focus()
  // An easy PIN gets a hint and is accepted.
  await page.keyboard.type('4321')
  await expect(field(page, 'new_pin')).toHaveAccessibleDescription(
    /^4 to 8 digits .*This PIN is easy to guess. Choose another one.$/,
  )
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.pin.failed)).toBeVisible()
  await expect(fieldError(page, 'current_pin')).toContainText('Current pin is incorrect. 4 tries left.')
  await expect(field(page, 'current_pin')).toBeFocused()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.pin.done)).toBeVisible()

  await page.goto('/transfer')
  await expect(field(page, 'transaction_pin')).toHaveAccessibleDescription('4 to 8 digits')
  await confirmTransfer(page, { transaction_pin: '1234' })
  await expect(fieldError(page, 'transaction_pin')).toBeVisible()
  await confirmWithPin(page, '4321')
  await expect(heading(page)).toHaveText('Transfer receipt')
})

test('a customer changes the password and signs in with it', { tag: '@gate' }, async ({ page, open }) => {
  const customer = await open()
  await arrive(page, customer, '/settings')
  await typeNewPassword(page, 'anchor-and-lantern', 'anchor-and-lamp')
  await expect(fieldError(page, 'confirm_password')).toContainText('Passwords do not match')
  await typeNewPassword(page, 'anchor-and-lantern')
  // However recent the sign-in is, the current password is asked for.
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.locator('[name="password"]')).toBeFocused()
  await expect(dialog.locator('[name="code"]')).toHaveCount(0)
  await page.keyboard.type('not-my-password')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('This isn’t your current password')
  await dialog.locator('[name="password"]').fill(customer.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.password.done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(field(page, 'new_password')).toHaveValue('')
  const activity = page.getByRole('list', { name: 'Recent activity' })
  await expect(activity.getByRole('listitem').first()).toContainText('Changed the password')

  // One confirmation is for one change.
  await typeNewPassword(page, 'anchor-and-lamp')
  await expect(dialog.locator('[name="password"]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your password was not changed.')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: customer.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heading(page)).toHaveText('Welcome Back')
  await typeCredentials(page, customer)
  await expect(toast(page, messageOf('credentials_invalid'))).toBeVisible()
  await typeCredentials(page, { ...customer, password: 'anchor-and-lantern' })
  await page.waitForURL('/dashboard')
})

test('a customer who signed in long ago confirms with the password before the PIN changes', {
  tag: '@gate',
}, async ({ page, open }) => {
  const customer = await open()
  await arrive(page, customer, '/settings?tab=pin')
  // The bank's clock cannot be moved from here: its answer ten minutes after the sign-in is given in its place, once.
  let isAsked = false
  await page.route('**/api/me/pin', (route) => {
    if (isAsked || route.request().method() !== 'PUT') return route.fallback()
    isAsked = true
    const problem = { status: 403, code: 'confirm_required', detail: 'Confirm it’s you', errors: [] }
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { ...problem, facts: { code: false } },
    })
  })
  await field(page, 'current_pin').fill('1234')
  await field(page, 'new_pin').fill('86420')
  await page.getByRole('button', { name: 'Change PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.locator('[name="password"]').fill(customer.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, settingsTexts.pin.done)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a customer ends a session from another browser', { tag: '@gate' }, async ({ page, open, browser }) => {
  const customer = await open()
  const other = await browser.newContext()
  const lost = await other.newPage()
  await arrive(lost, { cookies: await openSession(customer) }, '/dashboard')

  await arrive(page, customer, '/settings')
  const devices = page.getByRole('region', { name: 'Devices and sessions' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(toast(page, settingsTexts.endSession.done)).toBeVisible()
  await expect(devices).toHaveCount(1)

  // The other browser shows it at once.
  await expect(heading(lost)).toHaveText('Welcome Back')
  await page.reload()
  await expect(heading(page)).toHaveText('Settings')

  await typeCredentials(lost, customer)
  await lost.waitForURL('/dashboard')
  await page.reload()
  await page.getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(toast(page, settingsTexts.endOtherSessions.done)).toBeVisible()
  await expect(heading(lost)).toHaveText('Welcome Back')
  await other.close()
})

test('a customer reads the times of the settings by the own clock, as the server rendered them', async ({
  page,
  open,
}) => {
  // The session comes from elsewhere, so the first document has no cookie with a time zone.
  await arrive(page, await open(), '/settings')
  const times = page.getByRole('list', { name: 'Recent activity' }).locator('time')
  await expect(times.first()).toHaveText(/ UTC$/)
  await untilHydrated(page)
  // It is set when the browser is idle.
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === 'time-zone'))
    .toMatchObject({
      value: 'Pacific/Auckland',
      sameSite: 'Strict',
      // It ends with the browser.
      expires: -1,
    })
  await countLayoutShifts(page)
  for (const [zone, shown] of [
    [undefined, / GMT\+1[23]$/],
    ['Mars/Olympus', / UTC$/],
  ] as const) {
    const url = new URL(page.url()).origin
    if (zone) await page.context().addCookies([{ name: 'time-zone', value: zone, url }])
    const served = await (await page.reload())!.text()
    await untilHydrated(page)
    await expect(times.first()).toHaveText(shown)
    expect([...served.matchAll(/<time[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual(
      await page.locator('time').allTextContents(),
    )
    expect(await shiftFaults(page)).toEqual([])
  }
})

async function typeNewPassword(page: Page, first: string, second = first): Promise<void> {
  await field(page, 'new_password').fill(first)
  await field(page, 'confirm_password').fill(second)
  await page.getByRole('button', { name: 'Change password' }).click()
}
