import type { Page } from '@playwright/test'
import { addProbe } from './page-probe.ts'

/** What moves on the page for a user who prefers reduced motion. */
export async function motionFaults(page: Page): Promise<string[]> {
  await addProbe(page)
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      const target = (effect as KeyframeEffect | null)?.target
      return playState === 'running' && target ? [`${probe.name(target)} moves`] : []
    }),
  )
}
