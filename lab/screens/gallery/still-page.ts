import type { Browser, Page } from '@playwright/test'
import { keepToasts } from '../states/actions.ts'
import type { Theme } from './picture.ts'

export type StillPage = { page: Page; setTheme: (theme: Theme) => Promise<void>; close: () => Promise<void> }

/** A page of a visitor's own in which nothing moves, so that it can be drawn in one theme after the other. */
export async function stillPage(
  browser: Browser,
  viewport: { width: number; height: number },
): Promise<StillPage> {
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  return {
    page,
    setTheme: (theme) => setTheme(page, theme),
    // Routes stay as they are: without them, what is held back would reach the bank after all.
    close: () => context.close(),
  }
}

/** The page's own switch changes the theme, where there is one. */
async function setTheme(page: Page, theme: Theme): Promise<void> {
  await keepToasts(page)
  await page.locator('html').evaluate((html, dark) => {
    const { ownerDocument: document } = html
    if (html.classList.contains('dark') === dark) return
    const themeSwitch = [...document.querySelectorAll('button[role=switch]')].find(
      ({ textContent }: { textContent: string }) => textContent === 'Dark theme',
    )
    if (themeSwitch) themeSwitch.click()
    else html.classList.toggle('dark', dark)
  }, theme === 'dark')
}
