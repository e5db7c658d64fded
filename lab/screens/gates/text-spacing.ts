import type { Page } from '@playwright/test'
import { roomFaults } from './room.ts'

/** What has no room when a user sets the text spacing of WCAG 2.2, 1.4.12. */
export async function textSpacingFaults(page: Page): Promise<string[]> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets.push(sheet)
  }, spacing)
  const faults = await roomFaults(page)
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return faults
}

const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`
