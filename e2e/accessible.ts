import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Asserts that axe finds nothing on the page as it stands, light and dark, on a phone and on a desk. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize()!
  const wasDark = /\bdark\b/.test((await page.locator('html').getAttribute('class')) ?? '')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const dark of [false, true]) {
      await setDark(page, dark)
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help}: ${target}`),
      )
      expect(found, `${page.url()} at ${width} px, ${dark ? 'dark' : 'light'}`).toEqual([])
    }
  }
  await setDark(page, wasDark)
  await page.setViewportSize(before)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// The class alone, as the theme switch sets it: a reload would lose an open dialog or a typed form.
async function setDark(page: Page, dark: boolean): Promise<void> {
  await page.locator('html').evaluate((html, on) => html.classList.toggle('dark', on), dark)
}
