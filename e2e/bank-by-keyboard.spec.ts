import { messages } from '@bank/contract/messages'
import { expect, type Locator, type Page } from '@playwright/test'
import { arrive, balance, field, heading, test } from './bank.ts'
import { registration } from './customer.ts'
import { transfer } from './transfer-form.ts'

test('registering needs no mouse', async ({ page }) => {
  const { name, gender, employment_status, country, accountType, currency, ...rest } = registration()
  const { email, phone, address, city, state, zip, password, pin } = rest
  await page.goto('/register')
  await expect(heading(page)).toBeVisible()
  await typeInto(page, { name })
  // A date is typed part by part; a list chooses what is typed on it.
  await typeInto(page, { dob: '05171990' }, '1990-05-17')
  await typeInto(page, { gender })
  await typeInto(page, { employment_status })
  await typeInto(page, { email })
  await typeInto(page, { phone })
  await typeInto(page, { country })
  for (const [field, value] of Object.entries({ address, city, state, zip })) {
    await typeInto(page, { [field]: value })
  }
  await chooseCard(page, 'accountType', accountType)
  await chooseCard(page, 'currency', currency)
  await typeInto(page, { password })
  await typeInto(page, { pin })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(messages.account.inactive)).toBeVisible()
})

test('sending money needs no mouse, changing one’s mind included', async ({ page, open }) => {
  await arrive(page, await open(), '/dashboard')
  await expect(balance(page)).toBeVisible()
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Funds Transfer' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  for (const [name, value] of Object.entries(transfer())) await typeInto(page, { [name]: value })
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Check your transfer')
  await expect(heading(page)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Change amount' }))
  await page.keyboard.press('Enter')
  await expect(field(page, 'amount')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Check your transfer')
  await tabTo(page, page.getByRole('button', { name: 'Confirm transfer' }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Transfer receipt')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('$30.00')
})

/** Tabs to the field and types; its value is then what was typed, or `becomes`. */
async function typeInto(page: Page, named: Record<string, string>, becomes?: string): Promise<void> {
  for (const [name, value] of Object.entries(named)) {
    await tabTo(page, field(page, name))
    await page.keyboard.type(value)
    await expect(field(page, name)).toHaveValue(becomes ?? value)
  }
}

/** One stop of the Tab key for all the cards; the space bar takes the one with the focus. */
async function chooseCard(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, field(page, name).first())
  await page.keyboard.press('Space')
  await expect(page.locator(`[name="${name}"][value="${value}"]`)).toBeChecked()
}

/** Presses Tab until the focus is there; every stop on the way must be on something one can see. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab')
    expect(await focusedAsSeen(page), 'the focus can be seen').toBe('seen')
    if (await target.evaluate((one) => one.matches(':focus'))) return
  }
  throw new Error(`the Tab key does not reach ${target}`)
}

/** Whether the person sees where the focus is: on a control, in the window, with an outline, under nothing else. */
function focusedAsSeen(page: Page): Promise<string> {
  return page.locator('body').evaluate((body) => {
    const { activeElement: focused, defaultView } = body.ownerDocument
    if (!focused || focused === body) return 'on nothing'
    // A card's radio button itself is invisible; the card shows the focus.
    const shown = focused.matches('[type=radio]') ? focused.closest('label')! : focused
    const { left, top, width, height } = shown.getBoundingClientRect()
    if (width < 1 || height < 1) return `${shown.outerHTML} has no size`
    const { outlineStyle, outlineWidth } = defaultView!.getComputedStyle(shown)
    // The calendar's button in a date is the browser's own, with an outline of its own.
    const inside = focused.matches('[type=date]') && !focused.matches(':focus')
    if (!inside && (outlineStyle === 'none' || outlineWidth === '0px')) {
      return `${shown.outerHTML} has no outline`
    }
    const onTop = body.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    return onTop && (shown.contains(onTop) || onTop.contains(shown))
      ? 'seen'
      : `${shown.outerHTML} is covered`
  })
}
