import type { Endpoint } from '@bank/contract/endpoint'
import { expect } from '@playwright/test'
import { refused, unreachable } from './answers.ts'
import { type Action, goOffline, installClock, waitFor } from './page-actions.ts'
import { alert, type Find, text } from './page-parts.ts'

/** The rest of a state in which an endpoint still fails after the page's retries. */
export const failedLoad = (endpoint: Endpoint) => ({
  arrange: [installClock, refused(endpoint, 'internal')],
  act: [untilGivenUp((page) => alert(page).getByText('could not be'))],
  shows: alert,
  tolerates: /status of 500/,
})

/** The rest of a state in which the browser went offline when the page was ready. */
export const offlineAfter = (ready: Find) => ({
  act: [waitFor(ready), goOffline],
  shows: text('You’re offline'),
  tolerates: /ERR_INTERNET_DISCONNECTED/,
})

/** The rest of a state after the actions `act`, to which an endpoint gives no answer. */
export const noAnswer = (endpoint: Endpoint, act: readonly Action[], shows: Find, ...arrange: Action[]) => ({
  arrange: [...arrange, unreachable(endpoint)],
  act,
  shows,
  tolerates: /net::ERR_FAILED/,
})

/** The page retries three times before it shows an error. Advances the clock until then. */
export function untilGivenUp(error: Find): Action {
  return (page) =>
    expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(error(page)).toBeVisible({ timeout: 300 })
    }).toPass({ timeout: 30_000 })
}
