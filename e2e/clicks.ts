import { expect, type Page } from '@playwright/test'

/** The window of a page. */
type Counting = {
  clicks?: number
  document: { addEventListener: (type: 'click', listener: (click: Click) => void, capture: true) => void }
}
type Click = { readonly detail: number; readonly isTrusted: boolean }

/** Counts the clicks of a person on the open page from now on: not those that a key or a script makes. */
export async function countClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const window = globalThis as unknown as Counting
    window.clicks = 0
    // A click by a key is no click in a row of clicks.
    const count = ({ detail, isTrusted }: Click) => {
      if (isTrusted && detail > 0) window.clicks! += 1
    }
    window.document.addEventListener('click', count, true)
  })
}

/** Expects the number of clicks that docs/experience.md gives for a task. */
export async function expectClicks(page: Page, count: number): Promise<void> {
  expect(await page.evaluate(() => (globalThis as unknown as Counting).clicks)).toBe(count)
}
