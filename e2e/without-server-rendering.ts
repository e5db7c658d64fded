import { pageAt } from '@bank/contract/pages'
import type { Page } from '@playwright/test'

/**
 * From now on the customer's pages arrive as shells, as they do when the server cannot render them. The page then requests all of its
 * data, and a journey can hold back, refuse and change the answers.
 */
export async function withoutServerRendering(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pageAt(pathname)?.start === 'server-rendered',
    async (route) => {
      // Without a session the bank answers with the shell.
      const answer = await fetch(route.request().url())
      const { status, headers } = answer
      await route.fulfill({ status, headers: Object.fromEntries(headers), body: await answer.text() })
    },
  )
}
