import { expect, type Page, test } from '@playwright/test'
import { countLayoutShifts, shiftFaults } from './layout-shift.ts'
import { type OwnBank, openOwnBank } from './own-bank.ts'

// On a separate bank, with the ticker on: the journeys' bank has none. One test after the other, so that one bank is enough.
test.describe.configure({ mode: 'default' })
let bank: OwnBank
test.beforeAll(async () => {
  bank = await openOwnBank({ TICKER: 'on' })
})
test.afterAll(() => bank?.[Symbol.asyncDispose]())

test('a customer watches the market ticker in its own frame, hides it, and loses nothing offline', {
  tag: '@gate',
}, async ({ page }) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const asked = await answerForProvider(page)
  await countLayoutShifts(page)
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' })
  await arriveAsAlice(page)
  const frame = page.locator('iframe[title="Market ticker"]')
  const show = page.getByRole('button', { name: 'Show market ticker' })

  // The provider answers for the first time: the ticker is at the end of the page, where it moves nothing.
  await expect(frame).toHaveCount(1)
  await frame.scrollIntoViewIfNeeded()
  await expect(page.frameLocator('iframe').getByText('S&P 500 light')).toBeVisible()
  expect((await frame.boundingBox())!.y).toBeGreaterThan((await page.getByRole('table').boundingBox())!.y)
  expect(asked[0]?.method).toBe('HEAD')
  // From the next visit on it has a row above the balance.
  await page.reload()
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups')
  await expect(page.frameLocator('iframe').getByText('S&P 500 light')).toBeVisible()
  await expect(show).toHaveCount(0)
  await page.getByRole('switch', { name: 'Dark theme' }).click()
  await expect(page.frameLocator('iframe').getByText('S&P 500 dark')).toBeVisible()
  expect(asked.flatMap(({ headers: { referer, cookie } }) => [referer, cookie])).toEqual(
    asked.flatMap(() => [undefined, undefined]),
  )
  expect(await shiftFaults(page)).toEqual([])

  const balance = page.getByText('Account Balance')
  const high = await topOf(page)
  await page.getByRole('button', { name: 'Hide market ticker' }).click()
  await expect(frame).toHaveCount(0)
  expect(await topOf(page)).toBeLessThan(high)
  await show.click()
  await expect(frame).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Hide market ticker' })).toBeFocused()
  expect(await topOf(page)).toBe(high)
  await page.context().setOffline(true)
  await expect(frame).toHaveCount(0)
  await expect(balance).toBeVisible()
  expect(faults).toEqual([])
})

test('a market ticker whose provider cannot be reached leaves no space, and moves nothing', {
  tag: '@gate',
}, async ({ page }) => {
  const isReached = await answerForProvider(page)
  await countLayoutShifts(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await arriveAsAlice(page)
  await expect(page.getByRole('button', { name: 'Hide market ticker' })).toBeVisible()
  expect(isReached[0]?.method).toBe('HEAD')
  const without = await topOf(page)

  await page.unrouteAll()
  await page.route('https://www.tradingview-widget.com/**', (route) => route.abort())
  await visitWithoutProvider(page)
  // The row that this browser had reserved stays for this visit, so that nothing moves, and says why it has no prices.
  expect(await topOf(page)).toBe(without + 46 + 32)
  await expect(page.getByText('Market prices are not available right now.')).toBeVisible()
  for (const visit of ['the next visit', 'the one after']) {
    await visitWithoutProvider(page)
    expect(await topOf(page), visit).toBe(without)
  }
})

test('the market ticker starts on request for a customer who prefers reduced motion', {
  tag: '@gate',
}, async ({ page }) => {
  const asked = await answerForProvider(page)
  await arriveAsAlice(page)
  const show = page.getByRole('button', { name: 'Show market ticker' })
  await expect(show).toBeVisible()
  await page.reload()
  await expect(show).toBeVisible()
  expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD'])
  await show.click()
  await expect(page.frameLocator('iframe').getByText('S&P 500')).toBeVisible()
})

async function arriveAsAlice(page: Page): Promise<void> {
  await page.goto(bank.address)
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(page.getByRole('table').first()).toBeVisible()
}

/** Reloads the dashboard, and waits until the request to the provider has failed. */
async function visitWithoutProvider(page: Page): Promise<void> {
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.reload()
  await failed
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show market ticker' })).toHaveCount(0)
  expect(await shiftFaults(page)).toEqual([])
}

/** Where the balance begins on the page, however far it is scrolled. */
function topOf(page: Page): Promise<number> {
  return page
    .getByText('Account Balance', { exact: true })
    .evaluate((text) => text.getBoundingClientRect().top + text.ownerDocument.defaultView!.scrollY)
}

/** Answers in the provider's place with the requested theme. Returns the requests. */
async function answerForProvider(page: Page) {
  const asked: { method: string; headers: Record<string, string> }[] = []
  await page.route('https://www.tradingview-widget.com/**', async (route) => {
    asked.push({ method: route.request().method(), headers: route.request().headers() })
    await route.fulfill({
      contentType: 'text/html',
      body: `<p></p><script>
        const wishes = JSON.parse(decodeURIComponent(location.hash.slice(1)))
        document.querySelector('p').textContent = wishes.symbols[0].title + ' ' + wishes.colorTheme
      </script>`,
    })
  })
  return asked
}
