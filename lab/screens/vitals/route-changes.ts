import { pageList } from '@bank/contract/pages'
import type { Browser } from '@bank/e2e/chromium'
import { chromium, type Page } from '@playwright/test'
import type { DemoBank } from './demo-bank.ts'
import { signInAs } from './signed-in.ts'
import type { RouteChange } from './vitals-table.ts'

const menu = pageList.filter(({ audience, menu }) => audience === 'customer' && menu).map(({ path }) => path)

/** How long it takes from a press on a link of the menu to the next page's heading on the screen, when the page has been seen before. */
export async function measureRouteChanges(bank: DemoBank, launch: Browser): Promise<RouteChange[]> {
  const browser = await chromium.launch(launch)
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.addCookies(await signInAs('Alice', bank))
    const page = await context.newPage()
    await page.goto(`${bank.address}/dashboard`)
    for (const path of [...menu.slice(1), menu[0]!]) await change(page, path)
    const changes: RouteChange[] = []
    for (const path of menu.slice(1)) {
      const times: number[] = []
      for (let time = 0; time < 5; time++) {
        times.push(await change(page, path))
        await change(page, '/dashboard')
      }
      changes.push({ path, milliseconds: times.toSorted((a, b) => a - b)[2]! })
    }
    return changes
  } finally {
    await browser.close()
  }
}

/** Presses a link of the menu. Resolves with the milliseconds until the new heading has been painted. */
async function change(page: Page, path: string): Promise<number> {
  await page.locator('[data-page-heading]').waitFor()
  await page.waitForLoadState('networkidle')
  const link = page.locator(`aside a[href="${path}"]`).last()
  await link.hover()
  return link.evaluate(
    (element) =>
      new Promise<number>((done) => {
        const { document, requestAnimationFrame } = globalThis as unknown as Screen
        const before = document.querySelector('h1')
        const begun = performance.now()
        const look = () => {
          const now = document.querySelector('h1')
          // After the frame in which the heading stands, it has been painted.
          if (now && now !== before) setTimeout(() => done(performance.now() - begun))
          else requestAnimationFrame(look)
        }
        const { click } = element as unknown as { click: () => void }
        click.call(element)
        requestAnimationFrame(look)
      }),
  )
}

/** Of the browser's own names the two that are used inside it. */
type Screen = {
  document: { querySelector: (selector: string) => unknown }
  requestAnimationFrame: (draw: () => void) => void
}
