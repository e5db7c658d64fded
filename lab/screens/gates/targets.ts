import type { Page } from '@playwright/test'
import type { Seen } from './browser.ts'
import { type BrowserWithEyes, openEyes } from './eyes.ts'

/**
 * What is too small to be hit: under 24 px anywhere, under 44 px where fingers are used, which is below 770 px. A link
 * within a sentence is as high as the sentence, and the bars of a chart are as narrow as its days are many: the table beside
 * them says the same.
 */
export async function targetFaults(page: Page): Promise<string[]> {
  await openEyes(page)
  return page.evaluate(measureTargets)
}

/** Runs in the page, and takes nothing with it from here. */
function measureTargets(): string[] {
  const { innerWidth, getComputedStyle, eyes } = globalThis as unknown as BrowserWithEyes
  const least = innerWidth < 770 ? 44 : 24
  return eyes
    .controls()
    .filter((one) => !inSentence(one) && !one.closest('figure')?.querySelector('table'))
    .flatMap((one) => {
      const { width, height } = hitAreaOf(one)
      // Browsers draw on thirds of pixels.
      if (Math.min(width, height) >= least - 0.5) return []
      return [`${eyes.name(one)} is ${Math.round(width)} × ${Math.round(height)} px, less than ${least}`]
    })

  /** A click anywhere in a table's row opens it, and a card whose link is spread over it is one link. */
  function hitAreaOf(one: Seen): { width: number; height: number } {
    const row = one.closest('[data-row]')
    if (row && one.matches('button')) return row.getBoundingClientRect()
    const spread = getComputedStyle(one, '::after')
    if (spread.position !== 'absolute') return one.getBoundingClientRect()
    const over = eyes.styleOf(one).position === 'static' ? (one.offsetParent ?? one) : one
    const { width, height } = over.getBoundingClientRect()
    const [start, end, top, bottom] = [spread.left, spread.right, spread.top, spread.bottom].map((inset) =>
      Number.parseFloat(inset ?? '0'),
    )
    return { width: width - start! - end!, height: height - top! - bottom! }
  }

  function inSentence(one: Seen): boolean {
    if (!eyes.styleOf(one).display!.startsWith('inline') || !one.matches('a')) return false
    return one.parentElement!.textContent.trim().length > one.textContent.trim().length
  }
}
