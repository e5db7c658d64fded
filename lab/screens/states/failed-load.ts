import type { Endpoint } from '@bank/contract/endpoint'
import { expect } from '@playwright/test'
import { refused } from './answers.ts'
import { type Action, installClock } from './page-actions.ts'
import { alert, type Find } from './page-parts.ts'

/** The rest of a state in which an endpoint still fails after the page's retries. */
export const failedLoad = (endpoint: Endpoint) => ({
  arrange: [installClock, refused(endpoint, 'internal')],
  act: [untilGivenUp((page) => alert(page).getByText('could not be'))],
  shows: alert,
  tolerates: /status of 500/,
})

/** The page retries three times before it shows an error. Advances the clock until then. */
export function untilGivenUp(error: Find): Action {
  return (page) =>
    expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(error(page)).toBeVisible({ timeout: 300 })
    }).toPass({ timeout: 30_000 })
}
