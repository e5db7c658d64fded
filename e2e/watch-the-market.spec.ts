import { expect, type Page, test } from '@playwright/test'
import { type OwnBank, openOwnBank } from './own-bank.ts'

// A bank of its own, with the ticker on: all others are open without it. One after the other, so that one is enough.
test.describe.configure({ mode: 'default' })
let bank: OwnBank
test.beforeAll(async () => {
  bank = await openOwnBank({ TICKER: 'on' })
})
test.afterAll(() => bank?.[Symbol.asyncDispose]())

test('a customer watches the market in a frame of its own, hides it, and loses nothing offline', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const asked = await answerForProvider(page)
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' })
  await page.goto(bank.address)
  await page.getByRole('button', { name: 'Try it as Alice' }).click()

  const frame = page.locator('iframe[title="Market ticker"]')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups')
  await expect(page.frameLocator('iframe').getByText('S&P 500 light')).toBeVisible()
  await page.getByRole('switch', { name: 'Dark theme' }).click()
  await expect(page.frameLocator('iframe').getByText('S&P 500 dark')).toBeVisible()
  expect(asked.map(({ referer }) => referer)).toEqual([undefined, undefined])

  const balance = page.getByText('Account Balance')
  const place = await balance.boundingBox()
  await page.getByRole('button', { name: 'Hide market ticker' }).click()
  await expect(frame).toHaveCount(0)
  expect(await balance.boundingBox()).toEqual(place)
  await page.getByRole('button', { name: 'Show market ticker' }).click()
  await expect(frame).toHaveCount(1)
  await page.context().setOffline(true)
  await expect(frame).toHaveCount(0)
  await expect(balance).toBeVisible()
  expect(faults).toEqual([])
})

test('whoever asked for no motion starts the market ticker, or leaves it', async ({ page }) => {
  const asked = await answerForProvider(page)
  await page.goto(bank.address)
  await page.getByRole('button', { name: 'Try it as Alice' }).click()
  await expect(page.getByRole('button', { name: 'Show market ticker' })).toBeVisible()
  await expect(page.getByRole('table').first()).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Show market ticker' }).click()
  await expect(page.frameLocator('iframe').getByText('S&P 500')).toBeVisible()
})

/** Stands in for the provider: shows the theme it was asked for. Gives the headers of what it was asked. */
async function answerForProvider(page: Page): Promise<Record<string, string>[]> {
  const asked: Record<string, string>[] = []
  await page.route('https://www.tradingview-widget.com/**', async (route) => {
    asked.push(route.request().headers())
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
