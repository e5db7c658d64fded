import type { Page } from '@playwright/test'
import { addProbe } from './page-probe.ts'

/** What moves on the page for a user who prefers reduced motion. */
export async function motionFaults(page: Page): Promise<string[]> {
  await addProbe(page)
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      const target = (effect as KeyframeEffect | null)?.target
      // The style sheet shortens animations to 0.01 ms; a busy page may still be asked before their last frame.
      const isSeen = playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 1
      return isSeen && target ? [`${probe.name(target)} moves`] : []
    }),
  )
}
