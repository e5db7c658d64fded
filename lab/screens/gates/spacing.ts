import type { Page } from '@playwright/test'
import type { Browser } from './browser.ts'
import { roomFaults } from './room.ts'

/** What loses its room when a user sets lines, words and letters as far apart as WCAG 2.2, 1.4.12 says. */
export async function spacingFaults(page: Page): Promise<string[]> {
  await page.evaluate((rules) => {
    const { document, CSSStyleSheet } = globalThis as unknown as Browser
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, apart)
  const faults = await roomFaults(page)
  await page.evaluate(() => void (globalThis as unknown as Browser).document.adoptedStyleSheets.pop())
  return faults
}

const apart = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`
