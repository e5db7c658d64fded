import type { Page } from '@playwright/test'
import { inTurn } from './actions.ts'
import { refused, untilGivenUp } from './answers.ts'

/** Fails as often as it is asked again, and stands there then. */
export const broken = (path: string) => ({
  arrange: inTurn(
    (page) => page.clock.install(),
    (page) => refused(page, path, 'internal'),
  ),
  act: (page: Page) => untilGivenUp(page, page.getByRole('alert').getByText('could not be')),
  settled: (page: Page) => page.getByRole('alert'),
  tolerates: /status of 500/,
})
