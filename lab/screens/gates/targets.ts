import type { Page } from '@playwright/test'
import { addProbe } from './page-probe.ts'

/**
 * Targets that are too small: under 24 px, or under 44 px in windows for fingers, below 770 px. Exempt are links within a
 * sentence, which are as high as the sentence, and the bars of a chart that has a table beside it.
 */
export async function targetFaults(page: Page): Promise<string[]> {
  await addProbe(page)
  return page.evaluate(measureTargets)
}

/** Runs in the page: it may use nothing from outside. */
function measureTargets(): string[] {
  const least = innerWidth < 770 ? 44 : 24
  return probe
    .controls()
    .filter((control) => !isInSentence(control) && !control.closest('figure')?.querySelector('table'))
    .flatMap((control) => {
      const { width, height } = hitAreaOf(control)
      // Browsers place boxes on fractions of pixels.
      if (Math.min(width, height) >= least - 0.5) return []
      return [`${probe.name(control)} is ${Math.round(width)} × ${Math.round(height)} px, less than ${least}`]
    })

  /** A click anywhere in a table's row opens it, and a card whose link is spread over it is one link. */
  function hitAreaOf(control: Element): { width: number; height: number } {
    const row = control.closest('[data-row]')
    if (row && control.matches('button')) return row.getBoundingClientRect()
    const spread = getComputedStyle(control, '::after')
    if (spread.position !== 'absolute') return control.getBoundingClientRect()
    const isPositioned = getComputedStyle(control).position !== 'static'
    const over = isPositioned ? control : ((control as HTMLElement).offsetParent ?? control)
    const { width, height } = over.getBoundingClientRect()
    return {
      width: width - Number.parseFloat(spread.left) - Number.parseFloat(spread.right),
      height: height - Number.parseFloat(spread.top) - Number.parseFloat(spread.bottom),
    }
  }

  function isInSentence(control: Element): boolean {
    if (!getComputedStyle(control).display.startsWith('inline') || !control.matches('a')) return false
    return control.parentElement!.textContent.trim().length > control.textContent.trim().length
  }
}
