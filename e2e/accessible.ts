import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/**
 * Asserts that axe finds nothing on the page as it stands, light and dark, on a phone and on a desk, and that on no
 * screen, down to the 320 px of a desk at 400 %, it must be scrolled sideways.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()!
  const wasDark = /\bdark\b/.test((await page.locator('html').getAttribute('class')) ?? '')
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await pixelsTooWide(page), `${page.url()} at ${width} px is too wide by`).toBe(0)
    if (width === 320 || width === 768) continue
    for (const dark of [false, true]) {
      await setDark(page, dark)
      const found = await violations(page)
      expect.soft(found, `${page.url()} at ${width} px, ${dark ? 'dark' : 'light'}`).toEqual([])
    }
  }
  await setDark(page, wasDark)
  await page.setViewportSize(before)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Nobody reads what passed, and describing it takes longer than finding it.
  resultTypes: ['violations'],
}

// axe stays in the document for all four looks at it: carrying it over each time takes ten times as long.
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async (wanted) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }
    const { violations } = await axe.run(wanted)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target}: ${failureSummary}`),
    )
  }, options)
}

// The class alone, as the theme switch sets it: a reload would lose an open dialog or a typed form.
async function setDark(page: Page, dark: boolean): Promise<void> {
  await page.locator('html').evaluate((html, on) => html.classList.toggle('dark', on), dark)
}

function pixelsTooWide(page: Page): Promise<number> {
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}
