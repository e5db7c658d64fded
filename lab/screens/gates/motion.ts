import type { Page } from '@playwright/test'
import { type BrowserWithEyes, openEyes } from './eyes.ts'

/** What moves on the page as it stands, for a user who prefers reduced motion. */
export async function motionFaults(page: Page): Promise<string[]> {
  await openEyes(page)
  return page.evaluate(() => {
    const { document, eyes } = globalThis as unknown as BrowserWithEyes
    return [...document.getAnimations()].flatMap(({ playState, effect }) =>
      playState === 'running' && effect?.target ? [`${eyes.name(effect.target)} moves`] : [],
    )
  })
}
