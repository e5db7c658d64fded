import { visitorTexts } from '@bank/contract/toast-texts/visitors'
import { scriptOf } from '@bank/server/test/script-of'
import { expect } from '@playwright/test'
import { arrive, heading, test, untilHydrated } from './bank.ts'

const menu = [
  ...['Dashboard', 'Funds Transfer', 'Transactions', 'Accounts Statement', 'Profile', 'Settings'],
  ...['Accounts', 'Pots', 'Payees', 'Limits and freeze', 'Scheduled'],
]

test('an unknown address is a 404 page with a link home', async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(heading(page)).toHaveText(visitorTexts.notFound)
  expect((await page.getByRole('banner').boundingBox())!.height).toBe(70)
  await page.getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL('/')
})

test('a customer gets the 404 page at an administrator’s page', async ({ page, open }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await arrive(page, await open(), '/admin/dashboard')
  await expect(heading(page)).toHaveText(visitorTexts.notFound)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')).toHaveText(menu)
  // Nor is their code loaded, which has the names of their pages.
  expect(scripts.filter((url) => url.includes('/assets/')).length).toBeGreaterThan(5)
  expect(scripts.filter((url) => /passcode|user-management|user-page|users-/.test(url))).toEqual([])
})

test('the menu lists the customer’s pages in order and opens each of them', async ({ page, open }) => {
  await arrive(page, await open(), '/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('listitem')).toHaveText(menu)
  for (const [name, path, title] of [
    ['Funds Transfer', '/transfer', 'Funds Transfer'],
    ['Transactions', '/transactions', 'Transaction History'],
    ['Accounts Statement', '/statement', 'Account Statement'],
    ['Profile', '/profile', 'Profile'],
    ['Settings', '/settings', 'Settings'],
    ['Accounts', '/accounts', 'Accounts'],
    ['Pots', '/pots', 'Pots'],
    ['Payees', '/payees', 'Payees'],
    ['Limits and freeze', '/limits', 'Limits and freeze'],
    ['Scheduled', '/scheduled', 'Scheduled'],
    ['Dashboard', '/dashboard', 'Dashboard'],
  ] as const) {
    const link = main.getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(heading(page)).toHaveText(title)
    await expect(heading(page)).toBeFocused()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
})

test('a page’s script is fetched when its link is hovered or focused', async ({ page }) => {
  await page.goto('/')
  await untilHydrated(page)
  const [terms] = await Promise.all([
    page.waitForRequest(scriptOf('legal/terms-page.tsx')),
    page.getByRole('link', { name: 'Terms' }).hover(),
  ])
  expect(terms.resourceType()).toBe('script')
  const [privacy] = await Promise.all([
    page.waitForRequest(scriptOf('legal/privacy-page.tsx')),
    page.getByRole('link', { name: 'Privacy' }).focus(),
  ])
  expect(privacy.resourceType()).toBe('script')
})

test('on a phone the menu slides in from the side of its button, locks the page behind it and closes with Escape', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const customer = await open()
  await arrive(page, customer, '/dashboard')
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  await button.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('listitem')).toHaveText(menu)
  for (const text of ['Truepenny', customer.name]) await expect(drawer.getByText(text)).toBeVisible()
  await expect
    .poll(async () => {
      const { x, width } = (await drawer.boundingBox())!
      return x + width
    })
    .toBe(390)
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')

  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(button).toBeFocused()
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden')
  await button.click()
  await drawer.getByRole('link', { name: 'Transactions' }).click()
  await expect(page).toHaveURL('/transactions')
  await expect(drawer).toBeHidden()
})

test('on a phone the top bar leads back, and its menu shows the e-mail address', async ({ page, open }) => {
  const customer = await open()
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page, customer, '/transactions')
  const bar = page.getByRole('banner')
  await expect(bar.getByText(customer.email)).toBeVisible()
  await expect(bar.getByText(customer.name)).toBeHidden()
  await bar.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(bar.getByRole('button', { name: 'Back' })).toBeHidden()
})

test('the top bar, the sidebar and the dialogs have the sizes of the specification', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 770, height: 900 })
  await arrive(page, await open(), '/profile')
  const sidebar = page.locator('aside')
  expect((await sidebar.boundingBox())!.width).toBeGreaterThanOrEqual(250)
  for (const width of [390, 769, 770, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await page.getByRole('banner').boundingBox())!.height).toBe(70)
  }
  await page.setViewportSize({ width: 770, height: 900 })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await page.getByRole('button', { name: 'Change Avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Avatar' })
  expect((await dialog.boundingBox())!.width).toBe(480)
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  // The dimmed backdrop closes it.
  await page.mouse.click(20, 450)
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 769, height: 900 })
  await expect(sidebar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  // A dialog at the side is no wider.
  await page.goto('/transactions')
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  expect((await page.getByRole('dialog', { name: 'Filters' }).boundingBox())!.width).toBe(480)
})

test('a link scrolls smoothly to the top of the next page, and Back returns to where the page was left', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1440, height: 450 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await arrive(page, await open(), '/settings')
  const asked = await page.evaluateHandle(`(() => {
    const scroll = window.scrollTo.bind(window)
    const asked = []
    window.scrollTo = (place) => (asked.push(place), scroll(place))
    scroll({ top: 300, behavior: 'instant' })
    return asked
  })()`)
  expect(await page.evaluate('window.scrollY')).toBe(300)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click()
  await expect(heading(page)).toHaveText('Transaction History')
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
  expect(await asked.jsonValue()).toEqual([{ top: 0, behavior: 'smooth' }])
  // Back returns to where the page was left (departure 47).
  await page.goBack()
  await expect(heading(page)).toHaveText('Settings')
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(300)
})

test('the title of every page begins with its heading', { tag: '@gate' }, async ({ page, open }) => {
  await arrive(page, await open(), '/dashboard')
  const titles = new Set<string>()
  for (const path of ['/dashboard', '/transfer', '/transactions', '/support', '/terms', '/privacy']) {
    await page.goto(path)
    // While a page loads, the heading of its shell is the bank's name.
    await expect(async () =>
      expect(await page.title()).toBe(`${await heading(page).innerText()} · Truepenny`),
    ).toPass()
    titles.add(await page.title())
  }
  expect(titles.size).toBe(6)
})
