import type { Page } from '@playwright/test'

/**
 * From now on the customers' pages come without what the server draws from the bank's answers, as they do when it cannot. The
 * page then asks for all of it, and its answers can be held back, refused and altered.
 */
export async function undrawn(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => /^\/(dashboard|transfer|transactions|statement|profile|settings)$/.test(pathname),
    async (route) => {
      // The frame is what somebody without a session gets.
      const answer = await fetch(route.request().url())
      const { status, headers } = answer
      await route.fulfill({ status, headers: Object.fromEntries(headers), body: await answer.text() })
    },
  )
}
