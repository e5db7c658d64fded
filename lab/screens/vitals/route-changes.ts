import { linkTo } from '@bank/contract/pages'
import type { Browser } from '@bank/e2e/chromium'
import { chromium, type Page } from '@playwright/test'
import { median } from '../../median.ts'
import { cookiesOf } from '../states/people.ts'

export type RouteChange = { readonly path: string; readonly milliseconds: number }

/** The median times from a click on a link of the customer's menu to the next page's heading, when the page has been opened before. */
export async function measureRouteChanges(launchOptions: Browser): Promise<RouteChange[]> {
  const home = linkTo('dashboard')
  await using browser = await chromium.launch(launchOptions)
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addCookies(await cookiesOf('alice'))
  const page = await context.newPage()
  await page.goto(`${process.env.BANK_URL}${home}`)
  const links = page.locator(`aside ul:first-of-type a:not([href="${home}"])`)
  const others = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  for (const path of [...others, home]) await changeTo(page, path)
  const changes: RouteChange[] = []
  for (const path of others) {
    const times: number[] = []
    for (let time = 0; time < 5; time++) {
      times.push(await changeTo(page, path))
      await changeTo(page, home)
    }
    changes.push({ path, milliseconds: median(times) })
  }
  return changes
}

/** Clicks a link of the menu. Resolves with the milliseconds until the new heading has been painted. */
async function changeTo(page: Page, path: string): Promise<number> {
  await page.locator('[data-page-heading]').waitFor()
  await page.waitForLoadState('networkidle')
  const link = page.locator(`aside a[href="${path}"]`).last()
  await link.hover()
  return link.evaluate(
    (element: HTMLElement) =>
      new Promise<number>((done) => {
        const before = document.querySelector('h1')
        const begun = performance.now()
        const check = () => {
          const now = document.querySelector('h1')
          // In the frame after the one with the heading, it has been painted.
          if (now && now !== before) setTimeout(() => done(performance.now() - begun))
          else requestAnimationFrame(check)
        }
        element.click()
        requestAnimationFrame(check)
      }),
  )
}
