import type { Page } from '@playwright/test'

/** The largest cumulative layout shift of a page while it loads. */
const shiftMax = 0.02

/** From now on, each loaded page counts the layout shifts that no input caused. */
export async function countLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const browser = globalThis as unknown as {
      shifts: string[]
      shifted: number
      PerformanceObserver: new (
        heard: (list: { getEntries: () => Shift[] }) => void,
      ) => {
        observe: (what: { type: string; buffered: boolean }) => void
      }
    }
    type Shift = {
      value: number
      hadRecentInput: boolean
      sources: { node: { nodeName: string; textContent: string } | null }[]
    }
    browser.shifted = 0
    browser.shifts = []
    const observer = new browser.PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput) continue
        browser.shifted += value
        const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent.slice(0, 30)}`)
        browser.shifts.push(`${value.toFixed(3)} ${moved.join(', ')}`)
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** The layout shifts since the page was loaded, when their sum exceeds the limit. */
export function shiftFaults(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const { shifted, shifts } = globalThis as unknown as { shifted: number; shifts: string[] }
    return shifted > most ? [`moved by ${shifted.toFixed(3)} while it loaded: ${shifts.join('; ')}`] : []
  }, shiftMax)
}
